# SPDX-License-Identifier: MIT
# --port and --audit of small changes of all kinds, drawn by lot: blocks in blocks, halves of blocks, tags of the base,
# blank lines, files without an end. Each is the one that notices some mistake.
mkdir old mine new want
lay() { # the lines in the old base, in mine, in the new one (-: no file), in the result
	n=$((n + 1))
	name=$(printf %02d.c $n)
	[ "$1" = - ] || printf "$1" >"old/$name"
	printf "$2" >"mine/$name"
	[ "$3" = - ] || printf "$3" >"new/$name"
	printf "$4" >"want/$name"
}
lay '' '\n#ifdef Tag_1\n// note\n#endif\n' '' '#ifdef Tag_1\n// note\n#endif\n'
lay '' '/* Tag_1\nabcdefgh\ny1; // Tag_1\n*/\n' '' '/* Tag_1\nabcdefgh\ny1; // Tag_1\n*/\n'
lay 'abc\n' '\n3\n// Tag_1 >>>\n\n// Tag_1 <<<\n' '3\nabcZ\n' \
	'<<<<<<< MINE\n// Tag_1 >>>\n\n// Tag_1 <<<\n=======\n3\nabcZ\n>>>>>>> NEWBASE\n'
lay 'abcd;\n' '/* Tag_1\n/* a\n*/\ny1; // Tag_1\n\n' 'abcd;\n' '/* Tag_1\n/* a\n*/\ny1; // Tag_1\n'
lay '\n' '// Tag_1 >>>\nabc\n// Tag_1 <<<\n\ny0; // Tag_1' '' '// Tag_1 >>>\nabc\n// Tag_1 <<<\ny0; // Tag_1'
lay '\r\n' 'y0; // Tag_1\ny0; // Tag_1\n/* Tag_1\n// note\n*/\n' '\n' \
	'y0; // Tag_1\ny0; // Tag_1\n/* Tag_1\n// note\n*/\n'
lay 'abcd;\r\nabcdefgX\r\n' '/* Tag_1\nabc\n*/\n// Tag_1 end\nint a;\n' - \
	'<<<<<<< MINE\r\n/* Tag_1\r\nabc\r\n*/\r\n// Tag_1 end\r\n=======\r\nabcd;\r\nabcdefgX\r\n>>>>>>> NEWBASE\r\n'
lay '\n1\n}\n\n' '// Tag_1 >>>\n2\n// note\n// Tag_1 <<<\n\n\n1\n' '\n1\n}\n\n1\n' \
	'// Tag_1 >>>\n2\n// note\n// Tag_1 <<<\n\n1\n}\n\n1\n'
lay '2' '2\n// Tag_1 >>>\nabcd;\n// Tag_1 <<<\nabcd;\n' '// Tag_1 >>>\nabcd;\n2\n' \
	'<<<<<<< MINE\n2\n// Tag_1 >>>\nabcd;\n// Tag_1 <<<\n=======\n// Tag_1 >>>\nabcd;\n2\n>>>>>>> NEWBASE\n'
lay '' '/* Tag_1\r\n1\r\n*/\r\n// Tag_1 >>>\r\nabcdefgX\r\n// Tag_1 <<<\r\n' '/* Tag_1\n3\n*/' \
	'<<<<<<< MINE\n/* Tag_1\r\n1\r\n*/\r\n// Tag_1 >>>\r\nabcdefgX\r\n// Tag_1 <<<\r\n=======\n/* Tag_1\n3\n*/\n>>>>>>> NEWBASE\n'
lay - 'y0; // Tag_1\n// Tag_1 >>>\n3\ny1; // Tag_1\nx // Tag_1\n// Tag_1 <<<\n}\n' '}\n' \
	'<<<<<<< MINE\ny0; // Tag_1\n// Tag_1 >>>\n3\ny1; // Tag_1\nx // Tag_1\n// Tag_1 <<<\n}\n=======\n}\n>>>>>>> NEWBASE\n'
lay 'abc\n' 'Z\n// Tag_1 >>>\nx // Tag_1\n/* a\n\n// Tag_1 <<<\nabc\n' 'abc\n// Tag_1 >>>\n' \
	'<<<<<<< MINE\n// Tag_1 >>>\nx // Tag_1\n/* a\n\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\nabc\n// Tag_1 >>>\n'
lay '\nint a;\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n' 'y0; // Tag_1\n\nint a;\n// Tag_1 >>>\n' - \
	'y0; // Tag_1\n\nint a;\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n'
lay '3\n' '// Tag_1 >>>\nabc\n3\n\n// Tag_1 <<<\n3\ny0; // Tag_1' '// Tag_1 >>>\n3\n\n3\n#endif\n1\n' \
	'<<<<<<< MINE\n// Tag_1 >>>\nabc\n=======\n// Tag_1 >>>\n>>>>>>> NEWBASE\n3\n<<<<<<< MINE\n\n// Tag_1 <<<\n3\ny0; // Tag_1\n=======\n\n3\n#endif\n1\n>>>>>>> NEWBASE\n<<<<<<< MINE\n// Tag_1 >>>\nabc\n3\n\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
lay 'abc\r\n1\r\n1\r\nabc\r\n2\r\n' 'abc\nabcdefgh\nabc\n2\n// Tag_1 >>>\n\n// Tag_1 <<<\n' 'abc\n1\n1\nabc\n' \
	'abc\n1\n1\nabc\n// Tag_1 >>>\n\n// Tag_1 <<<\n'
lay '}\nabcd;\n1\nabcdefgh\nabc\n' 'y0; // Tag_1\nabcd;\n}\nabcd;Z\n1\nabcdefgh\nabc\n' '}\nabcd;\nabc' \
	'<<<<<<< MINE\ny0; // Tag_1\n=======\n}\nabcd;\n>>>>>>> NEWBASE\nabc'
lay '1\n3\n/* a\n3\n' '1\n// Tag_1 >>>\n/* a\n2\nint a;\n// Tag_1 <<<\n3\n/* a\n' '// Tag_1 >>>\n2\n1\n3\n' \
	'// Tag_1 >>>\n2\n1\n<<<<<<< MINE\n// Tag_1 >>>\n/* a\n2\nint a;\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n3\n'
lay '*/\r\nabcdefgX\r\n1\r\nint a;' 'abcdefgX\n#ifdef Tag_1\n#endif\n*/\nint a;' '*/\nabcdefgX\n1\nint a;\n3\n' \
	'*/\nabcdefgX\n<<<<<<< MINE\n#ifdef Tag_1\n#endif\n=======\n1\n>>>>>>> NEWBASE\nint a;\n3\n'
lay '1\n/* a\nint a;\n/* a\nabc\n*/\n' '1\ny1; // Tag_1\n/* Y\nint a;\n/* a\nabc\n*/\n' '1\n/* a\nint a;\n/* a\nabc\n' \
	'1\ny1; // Tag_1\n/* a\nint a;\n/* a\nabc\n'
lay '2\n3\n' '/* Tag_1\nabcdefgh\n*/\n#ifdef Tag_1\n#endif\n2\n3\n' '2\n/* Tag_1\nabcdefgh\n#ifdef Tag_1\n#endif\n' \
	'<<<<<<< MINE\n/* Tag_1\n=======\n>>>>>>> NEWBASE\nabcdefgh\n*/\n<<<<<<< MINE\n#ifdef Tag_1\n#endif\n=======\n>>>>>>> NEWBASE\n2\n/* Tag_1\nabcdefgh\n#ifdef Tag_1\n#endif\n'
lay '1\n}\n' '#ifdef Tag_1\n#endif\n\n#endif\n1\n}\n// Tag_1 >>>\n/* a\nint a;\n// Tag_1 <<<' '#ifdef Tag_1\n#endif\n\n1\n' \
	'#ifdef Tag_1\n#endif\n\n1\n// Tag_1 >>>\n/* a\nint a;\n// Tag_1 <<<'
lay 'abcdefgh' '// Tag_1 >>>\n// Tag_1 <<<\nabcdefgh\n/* Tag_1\n1\n*/' '// Tag_1 >>>\n// Tag_1 <<<\nabcdefgh\nabcdefgh\n' \
	'<<<<<<< MINE\n// Tag_1 >>>\n// Tag_1 <<<\nabcdefgh\n/* Tag_1\n1\n*/\n=======\n// Tag_1 >>>\n// Tag_1 <<<\nabcdefgh\nabcdefgh\n>>>>>>> NEWBASE\n'
lay 'abcdefgh\n#endif\n/* a\nabc\nabc\n' '/* Tag_1\n3\n*/\nabcdefgh\n#endif\n\ny1; // Tag_1' 'abcdefgh\n#endif\n/* a\nabc\nabc\n\n' \
	'/* Tag_1\n3\n*/\nabcdefgh\n#endif\ny1; // Tag_1\n\n'
lay 'abcdefgh\n\n\n' '\n// Tag_1 >>>\n// Tag_1 <<<\nY\n// Tag_1 >>>\n}\nabcdefgh\n*/\n// Tag_1 <<<' 'abcdefgh\r\n// Tag_1 >>>\r\n\r\n\r\n' \
	'abcdefgh\r\n// Tag_1 >>>\r\n\r\n\r\n<<<<<<< MINE\r\n// Tag_1 >>>\r\n// Tag_1 <<<\r\n=======\r\n>>>>>>> NEWBASE\r\n// Tag_1 >>>\r\n}\r\nabcdefgh\r\n*/\r\n// Tag_1 <<<'
lay '// Tag_1 >>>\n\n// Tag_1 <<<\n' '#ifdef Tag_1\r\nabcdefgh\r\n#endif\r\n// Tag_1 <<<\r\n' '// Tag_1 >>>\n\n// Tag_1 <<<\n#endif\n' \
	'#ifdef Tag_1\nabcdefgh\n#endif\n// Tag_1 <<<\n#endif\n'
lay 'abcdefgX\n/* Tag_1\n// note\n*/\n' 'abcdefgX\n/* Tag_1\n\n/* Tag_1\nx // Tag_1\n*/\n*/\nabcd;\n' 'abcdefgX\n/* Tag_1\n// note\n*/\n' \
	'abcdefgX\n/* Tag_1\n/* Tag_1\nx // Tag_1\n*/\n*/\n'
lay 'x // Tag_1\nabcdefgh\nint a;\n' 'x // Tag_1\ny0; // Tag_1\nabcdefgh\n' 'x // Tag_1\ny0; // Tag_1\nx // Tag_1\nabcdefgh\nint a;\n' \
	'x // Tag_1\ny0; // Tag_1\nx // Tag_1\nabcdefgh\nint a;\n'
lay '\nabcdefgX\n}\n2\n/* a' '2\n\nabcdefgX\nabcdefgX\n}\n// Tag_1 >>>\n3\n// Tag_1 <<<\n2\n/* a' '\nabcdefgX\n}\n2\n2\n\nabcdefgX\n// Tag_1 >>>' \
	'\nabcdefgX\n}\n// Tag_1 >>>\n3\n// Tag_1 <<<\n2\n2\n\nabcdefgX\n// Tag_1 >>>'
lay 'y1; // Tag_1\r\n*/\r\n}\r\n' 'y1; // Tag_1\n*/\n}\n// Tag_1 >>>\n// Tag_1 <<<\n#ifdef Tag_1\n/* a\n#endif\ny0; // Tag_1\n' 'y1; // Tag_1\n*/\n}' \
	'y1; // Tag_1\n*/\n}\n// Tag_1 >>>\n// Tag_1 <<<\n#ifdef Tag_1\n/* a\n#endif\ny0; // Tag_1\n'
lay '/* a\n\nabcd;\n#endif\n' '/* a\n// Tag_1 >>>\nabc\n/* a\n\n// Tag_1 <<<\n// Tag_1 >>>\n2\n#endif\n// Tag_1 <<<\n\nabcd;\n' '/* a\n\nabcd;\n#endif\n' \
	'/* a\n// Tag_1 >>>\nabc\n/* a\n\n// Tag_1 <<<\n// Tag_1 >>>\n2\n#endif\n// Tag_1 <<<\n\nabcd;\n#endif\n'
lay 'y0; // Tag_1\n1\nint a;\nabcdefgX\n// note' 'y0; // Tag_1\r\n1\r\ny0; // Tag_1\r\nint a;\r\nabcdefgX\r\n// note\r\n1\r\n' 'int a;\nabcdefgX\n// note' \
	'y0; // Tag_1\nint a;\nabcdefgX\n// note\n<<<<<<< MINE\ny0; // Tag_1\n=======\n>>>>>>> NEWBASE\n'
lay '}\n}\n}\nint a;\n\n// note\n' '}\n// Tag_1 >>>\n// Tag_1 <<<\n}\n}\nint a;\n' '}\nY\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n#endif\nY\nint a;\n\n// note\n' \
	'}\n<<<<<<< MINE\n// Tag_1 >>>\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\nY\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n#endif\nY\nint a;\n\n// note\n'
lay '\n\nx // Tag_1\n\nint a;\n' '\n\nx // Tag_1Z\n// Tag_1 >>>\n*/\nx // Tag_1\n\n// Tag_1 <<<\n\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n' 'x // Tag_1\n\nint a;\n' \
	'// Tag_1 >>>\n*/\nx // Tag_1\n\n// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n'
lay '#ifdef Tag_1\n3\n#endif\n#endif\n1\n' '#ifdef Tag_1\n3\n#endif\n// Tag_1 >>>\nabc\n// Tag_1 <<<\n#endif\nabc\n1\n' '#ifdef Tag_1\r\n3\r\n#endif\r\n#endif\r\n1\r\n' \
	'#ifdef Tag_1\r\n3\r\n#endif\r\n// Tag_1 >>>\r\nabc\r\n// Tag_1 <<<\r\n#endif\r\n1\r\n'
lay 'x // Tag_1\n/* a\nx // Tag_1' '#if X // Tag_1\n1\n#else\n#endif\nabc\nx // Tag_1\n/* Y\nx // Tag_1\n' '#if X // Tag_1\r\nx // Tag_1\r\n/* a\r\nx // Tag_1\r\n' \
	'<<<<<<< MINE\r\n#if X // Tag_1\r\n1\r\n#else\r\n#endif\r\nx // Tag_1\r\n=======\r\n#if X // Tag_1\r\n>>>>>>> NEWBASE\r\nx // Tag_1\r\n/* a\r\nx // Tag_1\r\n'
lay '#endif\n/* a\n/* a\n/* a\nabcdefgh\n\n\n2\n' '#endif\ny0; // Tag_1\n/* a\n/* a\n/* a\n\nabcdefgh\n2' '#endif\n/* a\n/* a\n\nabcdefgh\n\n#endif\ny0; // Tag_1\n/* a\n\n\n2\n' \
	'#endif\n<<<<<<< MINE\ny0; // Tag_1\n=======\n>>>>>>> NEWBASE\n/* a\n/* a\n\nabcdefgh\n\n#endif\ny0; // Tag_1\n/* a\n\n\n2\n'
lay '/* a\n2\nabcdefgh\n// note\nint a;\nabcdefgX\n' '/* a\n2\nabcdefgh\n// note\ny0; // Tag_1\nabc\n\nint a;\nabcdefgX\n' '/* a\r\n2\r\nabcdefgh\r\n// note\r\nint a;\r\nabcdefgX\r\n' \
	'/* a\r\n2\r\nabcdefgh\r\n// note\r\ny0; // Tag_1\r\nint a;\r\nabcdefgX\r\n'
lay 'abcd;\n*/\n}\nx // Tag_1\nabc\n3' 'abcd;\n*/\n}\nx // Tag_1\n// Tag_1 >>>\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n1\n// Tag_1 <<<\n3\n' 'abcd;\n*/\nabcdefgX\nx // Tag_1\nabc\n3\n' \
	'abcd;\n*/\nabcdefgX\nx // Tag_1\n// Tag_1 >>>\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n1\n// Tag_1 <<<\n3\n'
lay 'abcdefgh\n' '// Tag_1 >>>\r\n#endif\r\n// Tag_1 <<<\r\n// Tag_1 >>>\r\n#endif\r\n// Tag_1 <<<\r\nabcdefgh\r\n/* Tag_1\r\n// note\r\n*/\r\n' 'abcdefgh\n// Tag_1 >>>\n// Tag_1 <<<\n' \
	'// Tag_1 >>>\n#endif\n// Tag_1 <<<\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\nabcdefgh\n<<<<<<< MINE\n/* Tag_1\n// note\n*/\n=======\n// Tag_1 >>>\n// Tag_1 <<<\n>>>>>>> NEWBASE\n'
lay 'int a;\n3\n' 'int a;\n// Tag_1 >>>\n3\n// Tag_1 >>>\nint a;\n// Tag_1 >>>\n2\n3\nint a;\n// Tag_1 <<<\n1\n}\n// Tag_1 <<<\nabcd;\n3\n\n3\n' '3\n// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 >>>\n' \
	'<<<<<<< MINE\n// Tag_1 >>>\n=======\n>>>>>>> NEWBASE\n3\n// Tag_1 >>>\nint a;\n// Tag_1 >>>\n2\n3\nint a;\n// Tag_1 <<<\n1\n}\n// Tag_1 <<<\n3\n// Tag_1 >>>\n// Tag_1 >>>\n// Tag_1 >>>\n'
lay '// Tag_1 >>>\nx // Tag_1\n2\n3\n// Tag_1 <<<\n' '// Tag_1 >>>\n2\n// Tag_1 >>>\n#endif\n*/\n// Tag_1 <<<\n3\n// Tag_1 <<<\n' '// Tag_1 >>>\n// Tag_1 >>>\n*/\n2\n3\nabcdefgX\n// Tag_1 <<<\n' \
	'// Tag_1 >>>\n<<<<<<< MINE\n=======\n// Tag_1 >>>\n*/\n>>>>>>> NEWBASE\n2\n// Tag_1 >>>\n#endif\n*/\n// Tag_1 <<<\n3\nabcdefgX\n// Tag_1 <<<\n<<<<<<< MINE\n// Tag_1 >>>\n2\n// Tag_1 >>>\n#endif\n*/\n// Tag_1 <<<\n3\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
lay '2\n2\n2\n#ifdef Tag_1\n}\nabc\n#endif\nabcd;\n/* a\n3\n' '// Tag_1 >>>\n*/\n// Tag_1 <<<\n// note\n2\n2\n2\n#ifdef Tag_1\n}\nabc\n#endif\n/* a\n3' '2\n2\n2\n#ifdef Tag_1\n}\nabc\n#endif\nabcd;\n/* a\n3\n' \
	'// Tag_1 >>>\n*/\n// Tag_1 <<<\n2\n2\n2\n#ifdef Tag_1\n}\nabc\n#endif\nabcd;\n/* a\n3\n'
lay '#ifdef Tag_1\n#endif\n*/\nx // Tag_1\nabcd;\nabcdefgh\n' 'x // Tag_1\r\nabcd;\r\nabcdefgh\r\ny1; // Tag_1\r\n' '#ifdef Tag_1\nx // Tag_1\nabcd;\nabcdefgh\ny1; // Tag_1\n#endif\n*/\nx // Tag_1\n' \
	'#ifdef Tag_1\nx // Tag_1\nabcd;\nabcdefgh\ny1; // Tag_1\n#endif\n*/\nx // Tag_1\n'
lay '3\n// Tag_1 >>>\nabcdefgX\n// Tag_1 <<<\nint a;\n' '3\r\nabY\r\ny1; // Tag_1\r\n2\r\n// Tag_1 >>>\r\nabcdefgX\r\n// Tag_1 <<<\r\nint a;\r\n' 'abcd;\n3\n// Tag_1 >>>\nabcdefgX\n// Tag_1 <<<\nint a;\n' \
	'abcd;\n3\ny1; // Tag_1\n// Tag_1 >>>\nabcdefgX\n// Tag_1 <<<\nint a;\n'
lay '}\n*/\n}\n// note\n3\n3\nabcdefgh\nabcd;' '}\n*/\n}\n// note\n3\n3\n3\nabcdefgh\n// Tag_1 >>>\n\n// Tag_1 >>>\nabc\n}\nint a;\n// Tag_1 <<<\n// Tag_1 <<<\nabcd;\n#ifdef Tag_1\nx // Tag_1\n#endif\n' - \
	'}\n*/\n}\n// note\n3\n3\nabcdefgh\n// Tag_1 >>>\n\n// Tag_1 >>>\nabc\n}\nint a;\n// Tag_1 <<<\n// Tag_1 <<<\nabcd;\n#ifdef Tag_1\nx // Tag_1\n#endif\n'
lay 'abcd;\n#ifdef Tag_1\n#endif\nx // Tag_1\nabcd;\n\n' '#ifdef Tag_1\n#endif\n\n/* Tag_1\ny0; // Tag_1\nabcd;\n*/\nx // Tag_1\nabcd;\n\n' '/* Tag_1\n/* a\n*/\nabcd;\n#ifdef Tag_1\n#endif\nx // Tag_1\nabcd;\n' \
	'/* Tag_1\n/* a\n*/\nabcd;\n#ifdef Tag_1\n#endif\n<<<<<<< MINE\n/* Tag_1\n=======\n>>>>>>> NEWBASE\ny0; // Tag_1\nabcd;\n*/\nx // Tag_1\nabcd;\n'
lay '#endif\n}\n1\n#endif\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n' '#endif\n// Tag_1 >>>\n// Tag_1 >>>\nabcdefgh\n#endif\n// Tag_1 <<<\nint a;\n// Tag_1 <<<\ny1; // Tag_1\n' '#endif\n}\n1\n#endif\n// Tag_1 >>>' \
	'#endif\n}\n1\n#endif\n// Tag_1 >>>\n// Tag_1 >>>\nabcdefgh\n#endif\n// Tag_1 <<<\ny1; // Tag_1\n<<<<<<< MINE\n// Tag_1 >>>\n// Tag_1 >>>\nabcdefgh\n#endif\n// Tag_1 <<<\nint a;\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
lay '1\n// Tag_1 >>>\n/* a\nabcdefgh\n// Tag_1 <<<\n2\nabc\n' '1\r\n// Tag_1 >>>\r\n/* a\r\n// Tag_1 <<<\r\n2\r\nabc\r\n/* Tag_1\r\nx // Tag_1\r\n*/\r\n' '1\n// Tag_1 >>>\n/* a\nabcdefgh\n// Tag_1 <<<\n2\nabc\n/* Tag_1\n*/\n' \
	'1\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n2\nabc\n<<<<<<< MINE\n/* Tag_1\nx // Tag_1\n*/\n=======\n/* Tag_1\n*/\n>>>>>>> NEWBASE\n'
lay '*/\n// note\n// Tag_1 >>>\n2\n/* a\n// Tag_1 <<<\n}\n' '*/\n// note\n// Tag_1 >>>\n2\n// Tag_1 >>>\n3\n// Tag_1 <<<\ny1; // Tag_1\n/* a\n// Tag_1 <<<\n}\ny1; // Tag_1' '*/\n// note\ny1; // Tag_1\n// Tag_1 >>>\n2\n' \
	'*/\n// note\ny1; // Tag_1\n// Tag_1 >>>\n2\n// Tag_1 >>>\n3\n// Tag_1 <<<\n<<<<<<< MINE\ny1; // Tag_1\n=======\n>>>>>>> NEWBASE\ny1; // Tag_1\n<<<<<<< MINE\n// Tag_1 >>>\n2\n// Tag_1 >>>\n3\n// Tag_1 <<<\ny1; // Tag_1\n/* a\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
lay 'x // Tag_1\n/* a\n\nx // Tag_1\nabcdefgX\n' 'x // Tag_1\n/* a\n// Tag_1 >>>\n/* Tag_1\n1\n*/\nabcdefgh\n// Tag_1 <<<' 'x // Tag_1\nx // Tag_1\n/* a\n// Tag_1 >>>\n/* Tag_1\n1\n/* a\n\nx // Tag_1\n#endif\nabcdefgX\n' \
	'x // Tag_1\nx // Tag_1\n/* a\n// Tag_1 >>>\n/* Tag_1\n1\n/* a\n<<<<<<< MINE\n// Tag_1 >>>\n/* Tag_1\n1\n*/\nabcdefgh\n// Tag_1 <<<\n=======\n\nx // Tag_1\n#endif\nabcdefgX\n>>>>>>> NEWBASE\n'
lay 'abc\n\n2\nabc\nabcdefgh\n/* a\n#if X // Tag_1\n\nint a;\n#endif\n3\n\n' 'abc\n\n2\n// Tag_1 >>>\nabcdefgX\n// Tag_1 <<<\nabcdefgh\n/* a\n#if X // Tag_1\n\nint a;\n#endif\n3' 'abc\n\n2\nabc\nabcdefgh\n/* a\n#if X // Tag_1\n\nint a;\n#endif\n3\n\n' \
	'abc\n\n2\n// Tag_1 >>>\nabcdefgX\n// Tag_1 <<<\nabcdefgh\n/* a\n#if X // Tag_1\n\nint a;\n#endif\n3\n\n'
lay '// Tag_1 >>>\nint a;\n// Tag_1 <<<\n' '// Tag_1 >>>\nabc\n// note\n// Tag_1 <<<\n// Tag_1 >>>\nint a;\n/* Tag_1\n3\n*/\n// Tag_1 <<<\nx // Tag_1' '// Tag_1 >>>\n// Tag_1 >>>\nabc\n// note\n// Tag_1 <<<\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n' \
	'// Tag_1 >>>\n<<<<<<< MINE\nabc\n// note\n// Tag_1 <<<\n// Tag_1 >>>\n=======\n// Tag_1 >>>\nabc\n// note\n// Tag_1 <<<\n// Tag_1 >>>\n>>>>>>> NEWBASE\nint a;\n/* Tag_1\n3\n*/\n// Tag_1 <<<\nx // Tag_1\n<<<<<<< MINE\n// Tag_1 >>>\nint a;\n/* Tag_1\n3\n*/\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
lay '#endif\r\n2\r\nx // Tag_1\r\nabcd;\r\nint a;\r\n2\r\n' '#endiY\n2\nx // Tag_1\nabcd;\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\nint aY\n// Tag_1 >>>\nabcdefgh\nabcd;\n\n// Tag_1 <<<\n2' '#endif\n2\nx // Tag_1\nabcdY\nint a;\n2\n2\nx // Tag_1\n// Tag_1 >>>\nabc\n' \
	'#endif\n2\nx // Tag_1\nabcdY\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\nint a;\n<<<<<<< MINE\n// Tag_1 >>>\nabcdefgh\nabcd;\n\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n2\n2\nx // Tag_1\n// Tag_1 >>>\nabc\n'
lay '#endif\n#if X // Tag_1\nabcdefgh\n#endif\nabc\n*/\n// note\n/* a\n3\n' '#endif\n#if X // Tag_1\nabcdefgh\n#endif\nabc\n#if X // Tag_1\n\nabcdefgh\n\n#endif\n*/\n// note\n' '#endif\r\n#if X // Tag_1\r\nabcdefgh\r\n#endif\r\nabc\r\n*/\r\n// note\r\n/* a\r\n3\r\n' \
	'#endif\r\n#if X // Tag_1\r\nabcdefgh\r\n#endif\r\nabc\r\n#if X // Tag_1\r\n\r\nabcdefgh\r\n\r\n#endif\r\n*/\r\n// note\r\n/* a\r\n3\r\n'
lay '}\n3\nabcdefgh\n}\n#ifdef Tag_1\nabcdefgX\n2\nint a;\n#endif\n\n// note\n' '}Z\r\n3\r\n#ifdef Tag_1\r\n*/\r\nabc\r\n3\r\n#endif\r\nabcdefgh\r\n}\r\n#ifdef Tag_1\r\nabcdefgX\r\n2\r\nint a;\r\n#endif\r\n' '}\n3\nabcdefgh\n}\n#ifdef Tag_1\nabcdefgX\n2\nint a;\n#endif\n\n// note\n' \
	'<<<<<<< MINE\n#ifdef Tag_1\n*/\nabc\n=======\n}\n>>>>>>> NEWBASE\n3\n#endif\nabcdefgh\n}\n#ifdef Tag_1\nabcdefgX\n2\nint a;\n#endif\n\n// note\n<<<<<<< MINE\n#ifdef Tag_1\n*/\nabc\n3\n#endif\n=======\n>>>>>>> NEWBASE\n'
lay 'abcd;\n1\n*/\nabcdefgX\nabcdefgh\n#endif\n// note\nx // Tag_1' '// Tag_1 start\nabcd;\n1\n*/\n/* Tag_1\nabcdefgX\n*/\nabcdefgX\nabcdefgh\n#endif\n// note\nx // Tag_1\n' 'abcd;\r\n1\r\n*/\r\nabcdefgX\r\nabcdefgh\r\n#endif\r\n// note\r\nx // Tag_1\r\n/* Tag_1\r\nabcd;\r\n*/\r\n' \
	'// Tag_1 start\r\nabcd;\r\n1\r\n*/\r\n/* Tag_1\r\nabcdefgX\r\n*/\r\nabcdefgX\r\nabcdefgh\r\n#endif\r\n// note\r\n<<<<<<< MINE\r\nx // Tag_1\r\n=======\r\nx // Tag_1\r\n/* Tag_1\r\nabcd;\r\n*/\r\n>>>>>>> NEWBASE\r\n'
lay 'abcd;\n}\nabcdefgX\n1\n/* a\n// Tag_1 >>>\n// Tag_1 <<<\n2\n' 'abcd;\n}\nabcdefgX\n/* Tag_1\nabcd;\n*/\n1\n/* a\n// Tag_1 >>>\nx // Tag_1\nabcd;\n#endif\n// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\n2\n3\n' 'abcd;\n}\n1\nabcdefgX\n1\n/* a\n// Tag_1 >>>\n// Tag_1 <<<\ny0; // Tag_1\n2\n' \
	'abcd;\n}\n1\nabcdefgX\n/* Tag_1\nabcd;\n*/\n1\n/* a\n// Tag_1 >>>\nx // Tag_1\nabcd;\n#endif\n// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\ny0; // Tag_1\n2\n'
lay 'int a;\n1\nabc\n*/\nx // Tag_1\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n' 'int a;\r\n#ifdef Tag_1\r\n}\r\n#endif\r\nabc\r\n*/\r\n// Tag_1 >>>\r\n// Tag_1 end\r\n/* a\r\n// Tag_1 <<<\r\n#ifdef Tag_1\r\n// note\r\n1\r\n#endif\r\n' '/* a\nint a;\n1\nabc\n*/\nx // Tag_1\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n' \
	'/* a\nint a;\n<<<<<<< MINE\n#ifdef Tag_1\n}\n#endif\n=======\n1\n>>>>>>> NEWBASE\nabc\n*/\nx // Tag_1\n// Tag_1 >>>\n// Tag_1 end\n/* a\n// Tag_1 <<<\n#ifdef Tag_1\n'
lay 'int a;\n// note\nabcdefgh\n\n1\n}\n' 'int a;\n// Tag_1 >>>\nabcdefgX\n1\n// Tag_1 <<<\n// note\nabcdefgh\n\n1\n// Tag_1 >>>\n#endif\n\n// Tag_1 <<<\n// Tag_1 >>>\n#endif\n\n// Tag_1 <<<\n}\n' 'int a;\r\nint a;\r\n// Tag_1 >>>\r\nabcdefgX\r\n1\r\n// Tag_1 <<<\r\n// note\r\nabcdefgh\r\n\r\n1\r\n}\r\n' \
	'int a;\r\nint a;\r\n// Tag_1 >>>\r\nabcdefgX\r\n1\r\n// Tag_1 <<<\r\n// note\r\nabcdefgh\r\n\r\n1\r\n// Tag_1 >>>\r\n#endif\r\n\r\n// Tag_1 <<<\r\n// Tag_1 >>>\r\n#endif\r\n\r\n// Tag_1 <<<\r\n}\r\n'
lay 'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n3\n' 'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n// Tag_1 >>>\nabcd;\n// Tag_1 <<<\n3\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n' 'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\n3\n' \
	'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n<<<<<<< MINE\n// Tag_1 >>>\nabcd;\n// Tag_1 <<<\n=======\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\n>>>>>>> NEWBASE\n3\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n'
lay '}\nx // Tag_1\nabcdefgX\nint a;\n2\n/* Tag_1\nx // Tag_1\n*/\n}' '}\r\nx // Tag_1\r\nabcdefgY\r\n#endif\r\n2\r\n/* Tag_1\r\nx // Tag_1\r\n/* Tag_1\r\n*/\r\n*/\r\n}\r\n// Tag_1 >>>\r\n\r\n#endif\r\n1\r\n// Tag_1 <<<\r\n' '}\nx // Tag_1\n#endif\n/* Tag_1\nx // Tag_1\n}\nx // Tag_1\nabcdefgX\nint a;\n2\n/* Tag_1\nx // Tag_1\n*/\n}\n' \
	'}\nx // Tag_1\n#endif\n/* Tag_1\nx // Tag_1\n}\nx // Tag_1\nabcdefgX\nint a;\n2\n/* Tag_1\nx // Tag_1\n<<<<<<< MINE\n/* Tag_1\n=======\n>>>>>>> NEWBASE\n*/\n*/\n<<<<<<< MINE\n}\n// Tag_1 >>>\n\n#endif\n1\n// Tag_1 <<<\n=======\n}\n>>>>>>> NEWBASE\n'
lay '#ifdef Tag_1\r\nx // Tag_1\r\n#endif\r\n*/\r\nabcdefgh\r\n\r\nabcdefgh\r\nabc\r\n// note\r\n' 'x // Tag_1\n#ifdef Tag_1\nx // Tag_1\n#endif\n}\nabcd;\nabcdefgh\n\nabcdefgY\n// Tag_1 >>>\n// note\nint a;\n2\n// Tag_1 <<<\nabc\n// note\n' '#ifdef Tag_1\nx // Tag_1\n#endif\n*/\nx // Tag_1\n#ifdef Tag_1\nx // Tag_1\nabcdefgh\n\nabcdefgh\nabc\n// note\n' \
	'x // Tag_1\n#ifdef Tag_1\nx // Tag_1\n#endif\n<<<<<<< MINE\n// Tag_1 >>>\n// note\nint a;\n2\n// Tag_1 <<<\n=======\n*/\nx // Tag_1\n#ifdef Tag_1\nx // Tag_1\nabcdefgh\n\nabcdefgh\n>>>>>>> NEWBASE\nabc\n// note\n'
lay '#ifdef Tag_1\n/* a\nabcdefgh\n2\n#endif' '#ifdef Tag_1\n#ifdef Tag_1\n3\n#endif\n/* a\nabcdefgh\n2\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n#endif\n// Tag_1 >>>\n\n// Tag_1 <<<\n// Tag_1 >>>\n\n// Tag_1 <<<\n' '#ifdef Tag_1\n/* a\nabcdefgh\n2\nx // Tag_1\n#endif\n/* a\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n' \
	'#ifdef Tag_1\n#ifdef Tag_1\n3\n#endif\n/* a\nabcdefgh\n2\n<<<<<<< MINE\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n#endif\n// Tag_1 >>>\n\n// Tag_1 <<<\n// Tag_1 >>>\n\n// Tag_1 <<<\n=======\nx // Tag_1\n#endif\n/* a\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n>>>>>>> NEWBASE\n'
lay '\r\n\r\n// note\r\nabcd;\r\nabcd;\r\n/* a\r\n// Tag_1 >>>\r\nabcd;\r\n/* a\r\nx // Tag_1\r\n// Tag_1 <<<\r\n/* a\r\nabcd;\r\n' '#ifdef Tag_1\r\n#endif\r\n\r\n\r\n// note\r\nabcd;\r\nabcd;\r\n/* a\r\n// Tag_1 >>>\r\n// Tag_1 <<<\r\n#ifdef Tag_1\r\n*/\r\n1\r\n#endif\r\n/* a\r\nabcd;\r\n' '\n\n// note\n// Tag_1 whY\nabcd;\nabcd;\n/* a\n// Tag_1 >>>\nabcd;\n/* a\nx // Tag_1\n// Tag_1 <<<Z\n/* a\nabcd;' \
	'#ifdef Tag_1\n#endif\n\n\n// note\n// Tag_1 whY\nabcd;\nabcd;\n/* a\n// Tag_1 >>>\n// Tag_1 <<<Z\n#ifdef Tag_1\n/* a\nabcd;\n<<<<<<< MINE\n// Tag_1 >>>\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
run tagextract --port Tag_1 old mine new dest
expect_rc 1
sed 's/\r$//' out >got
diff - got >other <<'X' || fail "another report: $(cat other)"
03.c:3-5: Tag_1: conflict (line 2 there)
07.c:1-4: Tag_1: no file (line 1 there)
09.c:2-4: Tag_1: conflict (line 3 there)
10.c:1-1: Tag_1: conflict (line 2 there)
10.c:4-6: Tag_1: conflict (line 5 there)
11.c:1-1: Tag_1: conflict (line 2 there)
11.c:2-6: Tag_1: conflict (line 3 there)
12.c:2-6: Tag_1: conflict (line 2 there)
13.c:1-1: Tag_1: no file (line 1 there)
13.c:4-4: Tag_1: no file (line 4 there)
14.c:1-5: Tag_1: conflict
14.c:7-7: Tag_1: conflict (line 12 there)
16.c:1-1: Tag_1: conflict (line 2 there)
17.c:2-6: Tag_1: conflict (line 5 there)
18.c:2-3: Tag_1: conflict (line 4 there)
20.c:1-1: Tag_1: conflict (line 2 there)
20.c:4-5: Tag_1: conflict (line 8 there)
21.c:1-2: Tag_1: present (line 1 there)
22.c:1-2: Tag_1: conflict (line 2 there)
22.c:4-4: Tag_1: conflict (line 5 there)
24.c:2-3: Tag_1: conflict (line 6 there)
25.c:4-4: Tag_1: present (line 4 there)
26.c:2-2: Tag_1: present (line 2 there)
27.c:1-1: Tag_1: present (line 1 there)
27.c:2-2: Tag_1: present (line 2 there)
29.c:1-1: Tag_1: present (line 1 there)
31.c:3-3: Tag_1: conflict
32.c:2-3: Tag_1: conflict (line 3 there)
34.c:1-3: Tag_1: present (line 1 there)
35.c:1-4: Tag_1: conflict (line 2 there)
35.c:6-6: Tag_1: conflict (line 6 there)
35.c:8-8: Tag_1: conflict (line 6 there)
36.c:2-2: Tag_1: conflict (line 3 there)
38.c:4-4: Tag_1: present (line 4 there)
39.c:8-8: Tag_1: conflict (line 9 there)
40.c:2-2: Tag_1: conflict (line 2 there)
41.c:1-8: Tag_1: conflict
42.c:8-11: Tag_1: present (line 7 there)
43.c:1-1: Tag_1: present (line 2 there)
43.c:4-4: Tag_1: present (line 5 there)
44.c:5-7: Tag_1: present (line 4 there)
45.c:9-16: Tag_1: no file (line 9 there)
45.c:18-20: Tag_1: no file (line 18 there)
46.c:1-2: Tag_1: present (line 5 there)
46.c:4-4: Tag_1: conflict (line 8 there)
46.c:8-8: Tag_1: present (line 14 there)
47.c:2-8: Tag_1: conflict
48.c:7-7: Tag_1: conflict (line 8 there)
48.c:8-8: Tag_1: conflict (line 9 there)
49.c:3-10: Tag_1: conflict
49.c:12-12: Tag_1: conflict (line 10 there)
50.c:1-1: Tag_1: conflict (line 17 there)
50.c:3-8: Tag_1: conflict (line 9 there)
51.c:9-9: Tag_1: present (line 9 there)
52.c:1-4: Tag_1: conflict (line 8 there)
52.c:5-10: Tag_1: conflict
53.c:3-3: Tag_1: present (line 3 there)
53.c:10-14: Tag_1: conflict (line 11 there)
54.c:2-2: Tag_1: present (line 2 there)
55.c:3-7: Tag_1: conflict
55.c:10-14: Tag_1: present (line 12 there)
56.c:5-5: Tag_1: conflict (line 16 there)
56.c:12-12: Tag_1: conflict (line 13 there)
57.c:14-15: Tag_1: present (line 15 there)
58.c:2-4: Tag_1: conflict (line 4 there)
59.c:2-5: Tag_1: present (line 3 there)
60.c:2-4: Tag_1: present (line 2 there)
60.c:7-9: Tag_1: conflict (line 8 there)
61.c:2-2: Tag_1: present (line 2 there)
61.c:6-6: Tag_1: conflict (line 14 there)
61.c:7-7: Tag_1: present (line 5 there)
61.c:8-8: Tag_1: conflict (line 14 there)
61.c:12-16: Tag_1: conflict (line 21 there)
62.c:1-1: Tag_1: conflict (line 13 there)
62.c:2-4: Tag_1: present (line 2 there)
62.c:10-14: Tag_1: conflict (line 6 there)
63.c:1-1: Tag_1: present (line 1 there)
63.c:8-10: Tag_1: conflict (line 9 there)
63.c:12-14: Tag_1: conflict (line 13 there)
63.c:15-17: Tag_1: conflict (line 16 there)
64.c:9-10: Tag_1: conflict
01.c:1: untagged change left behind
03.c:1: untagged change left behind
04.c:5: untagged change left behind
07.c:5: untagged change left behind
08.c:5: untagged change left behind
08.c:8: untagged change left behind
09.c:5: untagged change left behind
12.c:1: untagged change left behind
13.c:5: untagged change left behind
15.c:2: untagged change left behind
16.c:3: untagged change left behind
17.c:9: untagged change left behind
18.c:1: untagged change left behind
18.c:4: untagged change left behind
19.c:3: untagged change left behind
21.c:3: untagged change left behind
23.c:6: untagged change left behind
24.c:1: untagged change left behind
24.c:4: untagged change left behind
26.c:3: untagged change left behind
26.c:8: untagged change left behind
27.c:4: untagged change left behind
28.c:1: untagged change left behind
28.c:3: untagged change left behind
30.c:13: untagged change left behind
31.c:7: untagged change left behind
32.c:7: untagged change left behind
33.c:3: untagged change left behind
33.c:9: untagged change left behind
34.c:8: untagged change left behind
35.c:5: untagged change left behind
35.c:7: untagged change left behind
35.c:9: untagged change left behind
36.c:6: untagged change left behind
36.c:7: untagged change left behind
37.c:6: untagged change left behind
38.c:11: untagged change left behind
40.c:14: untagged change left behind
42.c:4: untagged change left behind
42.c:12: untagged change left behind
42.c:13: untagged change left behind
43.c:1: untagged change left behind
44.c:2: untagged change left behind
44.c:4: untagged change left behind
45.c:7: untagged change left behind
45.c:17: untagged change left behind
46.c:1: untagged change left behind
46.c:3: untagged change left behind
47.c:2: untagged change left behind
51.c:13: untagged change left behind
53.c:1: untagged change left behind
53.c:9: untagged change left behind
53.c:15: untagged change left behind
54.c:13: untagged change left behind
55.c:1: untagged change left behind
55.c:15: untagged change left behind
57.c:17: untagged change left behind
58.c:7: untagged change left behind
58.c:12: untagged change left behind
61.c:3: untagged change left behind
62.c:5: untagged change left behind
62.c:9: untagged change left behind
63.c:11: untagged change left behind
64.c:12: untagged change left behind
136 blocks in 64 files: 55 carried, 25 there already, 51 conflicts, 5 without a file; 64 files written to dest
X
diff -r want dest || fail 'the result'
run tagextract --audit=old Tag_1 mine
expect_rc 5
sed 's/\r$//; /^    /d' out >got
diff - got >other <<'X' || fail "another audit: $(cat other)"
01.c:1: changed without a tag (lines 1-4, +4 -0)
02.c:2: changed without a tag (lines 1-4, +4 -0)
03.c:1: changed without a tag (lines 1-5, +5 -1)
04.c:2: changed without a tag (lines 1-5, +5 -1)
06.c: line ends CR LF -> LF
06.c:4: changed without a tag (lines 1-5, +5 -1)
07.c: line ends CR LF -> LF
07.c:5: changed without a tag (lines 1-5, +5 -2)
08.c:6: changed without a tag (lines 6-6, +0 -2)
08.c:7: changed without a tag (lines 7-7, +1 -0)
09.c:1: changed without a tag (lines 1-5, +5 -1)
10.c:2: changed without a tag (lines 1-6, +6 -0)
12.c:1: changed without a tag (lines 1-6, +6 -0)
13.c:5: changed without a tag (lines 5-5, +0 -2)
15.c: line ends CR LF -> LF
15.c:2: changed without a tag (lines 2-2, +1 -2)
16.c:3: changed without a tag (lines 3-4, +2 -0)
17.c:8: changed without a tag (lines 8-8, +1 -0)
18.c: line ends CR LF -> LF
18.c:1: changed without a tag (lines 1-1, +0 -1)
18.c:4: changed without a tag (lines 2-4, +3 -1)
19.c:3: changed without a tag (lines 2-3, +2 -1)
20.c:2: changed without a tag (lines 1-5, +5 -0)
21.c:3: changed without a tag (lines 1-4, +4 -0)
22.c:3: changed without a tag (lines 1-6, +6 -1)
23.c:2: changed without a tag (lines 1-3, +3 -0)
23.c:6: changed without a tag (lines 6-7, +2 -3)
24.c:1: changed without a tag (lines 1-1, +0 -2)
24.c:4: changed without a tag (lines 2-9, +8 -0)
25.c: line ends LF -> CR LF
26.c:3: changed without a tag (lines 3-6, +4 -1)
26.c:8: changed without a tag (lines 8-8, +1 -0)
27.c:4: changed without a tag (lines 4-4, +0 -1)
28.c:1: changed without a tag (lines 1-1, +1 -0)
28.c:3: changed without a tag (lines 3-3, +1 -0)
29.c: line ends CR LF -> LF
29.c:7: changed without a tag (lines 4-9, +6 -0)
30.c:11: changed without a tag (lines 10-12, +3 -0)
31.c: line ends LF -> CR LF
31.c:6: changed without a tag (lines 6-7, +2 -1)
32.c:7: changed without a tag (lines 7-7, +0 -2)
33.c:3: changed without a tag (lines 3-5, +3 -0)
33.c:9: changed without a tag (lines 8-11, +4 -0)
34.c:8: changed without a tag (lines 8-8, +1 -0)
34.c:1-3: block equals the base: Tag_1
35.c:5: changed without a tag (lines 1-7, +7 -0)
35.c:9: changed without a tag (lines 9-9, +0 -2)
36.c:6: changed without a tag (lines 6-6, +0 -2)
36.c:7: changed without a tag (lines 7-8, +2 -1)
37.c:6: changed without a tag (lines 5-7, +3 -0)
38.c:11: changed without a tag (lines 5-11, +7 -2)
39.c: line ends LF -> CR LF
39.c:9: changed without a tag (lines 8-10, +3 -0)
40.c:3: changed without a tag (lines 2-16, +15 -0)
42.c:4: changed without a tag (lines 1-4, +4 -0)
42.c:12: changed without a tag (lines 12-12, +0 -1)
42.c:13: changed without a tag (lines 13-13, +1 -1)
43.c: line ends LF -> CR LF
43.c:1: changed without a tag (lines 1-1, +0 -3)
44.c: line ends LF -> CR LF
44.c:2: changed without a tag (lines 2-4, +3 -0)
44.c:5-7: block equals the base: Tag_1
45.c:7: changed without a tag (lines 7-7, +1 -0)
45.c:17: changed without a tag (lines 9-20, +12 -1)
46.c:1: changed without a tag (lines 1-1, +0 -1)
46.c:3: changed without a tag (lines 3-7, +5 -0)
46.c:1-2: block equals the base: Tag_1
47.c:2: changed without a tag (lines 2-2, +0 -3)
48.c: line ends LF -> CR LF
48.c:9: changed without a tag (lines 7-9, +3 -0)
51.c:13: changed without a tag (lines 13-13, +1 -2)
53.c: line ends CR LF -> LF
53.c:1: changed without a tag (lines 1-1, +1 -1)
53.c:9: changed without a tag (lines 5-15, +11 -2)
54.c:13: changed without a tag (lines 13-13, +0 -2)
54.c:2-2: block equals the base: Tag_1
55.c: line ends LF -> CR LF
55.c:1: changed without a tag (lines 1-5, +5 -1)
55.c:15: changed without a tag (lines 15-15, +0 -2)
56.c:6: changed without a tag (lines 5-7, +3 -0)
57.c:5: changed without a tag (lines 4-6, +3 -0)
57.c:17: changed without a tag (lines 17-17, +1 -0)
58.c: line ends LF -> CR LF
58.c:7: changed without a tag (lines 7-7, +0 -1)
58.c:12: changed without a tag (lines 11-14, +4 -0)
60.c:2-4: block equals the base: Tag_1
61.c: line ends LF -> CR LF
61.c:3: changed without a tag (lines 3-4, +2 -2)
61.c:9: changed without a tag (lines 8-9, +2 -0)
61.c:11: changed without a tag (lines 11-16, +6 -1)
62.c: line ends CR LF -> LF
62.c:5: changed without a tag (lines 5-6, +2 -1)
62.c:9: changed without a tag (lines 9-14, +6 -1)
62.c:2-4: block equals the base: Tag_1
63.c:11: changed without a tag (lines 8-17, +10 -1)
64.c:12: changed without a tag (lines 11-14, +4 -0)
64 files compared; 140 changes, 50 of them with a tag, 90 not accounted for
not accounted for
X
