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
lay '}\n}\n}\nint a;\n\n// note\n' '}\n// Tag_1 >>>\n// Tag_1 <<<\n}\n}\nint a;\n' '}\nY\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n#endif\nY\nint a;\n\n// note\n' \
	'}\n<<<<<<< MINE\n// Tag_1 >>>\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\nY\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n#endif\nY\nint a;\n\n// note\n'
lay '\n\nx // Tag_1\n\nint a;\n' '\n\nx // Tag_1Z\n// Tag_1 >>>\n*/\nx // Tag_1\n\n// Tag_1 <<<\n\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n' 'x // Tag_1\n\nint a;\n' \
	'// Tag_1 >>>\n*/\nx // Tag_1\n\n// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\nint a;\n'
lay '#endif\n/* a\n/* a\n/* a\nabcdefgh\n\n\n2\n' '#endif\ny0; // Tag_1\n/* a\n/* a\n/* a\n\nabcdefgh\n2' '#endif\n/* a\n/* a\n\nabcdefgh\n\n#endif\ny0; // Tag_1\n/* a\n\n\n2\n' \
	'#endif\n<<<<<<< MINE\ny0; // Tag_1\n=======\n>>>>>>> NEWBASE\n/* a\n/* a\n\nabcdefgh\n\n#endif\ny0; // Tag_1\n/* a\n\n\n2\n'
lay '/* a\n2\nabcdefgh\n// note\nint a;\nabcdefgX\n' '/* a\n2\nabcdefgh\n// note\ny0; // Tag_1\nabc\n\nint a;\nabcdefgX\n' '/* a\r\n2\r\nabcdefgh\r\n// note\r\nint a;\r\nabcdefgX\r\n' \
	'/* a\r\n2\r\nabcdefgh\r\n// note\r\ny0; // Tag_1\r\nint a;\r\nabcdefgX\r\n'
lay 'abcd;\n*/\n}\nx // Tag_1\nabc\n3' 'abcd;\n*/\n}\nx // Tag_1\n// Tag_1 >>>\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n1\n// Tag_1 <<<\n3\n' 'abcd;\n*/\nabcdefgX\nx // Tag_1\nabc\n3\n' \
	'abcd;\n*/\nabcdefgX\nx // Tag_1\n// Tag_1 >>>\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n1\n// Tag_1 <<<\n3\n'
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
	'*/\n// note\n<<<<<<< MINE\ny1; // Tag_1\n=======\n>>>>>>> NEWBASE\n// Tag_1 >>>\n2\n// Tag_1 >>>\n3\n// Tag_1 <<<\ny1; // Tag_1\ny1; // Tag_1\n<<<<<<< MINE\n// Tag_1 >>>\n2\n// Tag_1 >>>\n3\n// Tag_1 <<<\ny1; // Tag_1\n/* a\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n'
lay 'x // Tag_1\n/* a\n\nx // Tag_1\nabcdefgX\n' 'x // Tag_1\n/* a\n// Tag_1 >>>\n/* Tag_1\n1\n*/\nabcdefgh\n// Tag_1 <<<' 'x // Tag_1\nx // Tag_1\n/* a\n// Tag_1 >>>\n/* Tag_1\n1\n/* a\n\nx // Tag_1\n#endif\nabcdefgX\n' \
	'x // Tag_1\nx // Tag_1\n/* a\n// Tag_1 >>>\n/* Tag_1\n1\n/* a\n<<<<<<< MINE\n// Tag_1 >>>\n/* Tag_1\n1\n*/\nabcdefgh\n// Tag_1 <<<\n=======\n\nx // Tag_1\n#endif\nabcdefgX\n>>>>>>> NEWBASE\n'
lay '#endif\r\n2\r\nx // Tag_1\r\nabcd;\r\nint a;\r\n2\r\n' '#endiY\n2\nx // Tag_1\nabcd;\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\nint aY\n// Tag_1 >>>\nabcdefgh\nabcd;\n\n// Tag_1 <<<\n2' '#endif\n2\nx // Tag_1\nabcdY\nint a;\n2\n2\nx // Tag_1\n// Tag_1 >>>\nabc\n' \
	'#endif\n2\nx // Tag_1\nabcdY\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\nint a;\n<<<<<<< MINE\n// Tag_1 >>>\nabcdefgh\nabcd;\n\n// Tag_1 <<<\n=======\n>>>>>>> NEWBASE\n2\n2\nx // Tag_1\n// Tag_1 >>>\nabc\n'
lay '#endif\n#if X // Tag_1\nabcdefgh\n#endif\nabc\n*/\n// note\n/* a\n3\n' '#endif\n#if X // Tag_1\nabcdefgh\n#endif\nabc\n#if X // Tag_1\n\nabcdefgh\n\n#endif\n*/\n// note\n' '#endif\r\n#if X // Tag_1\r\nabcdefgh\r\n#endif\r\nabc\r\n*/\r\n// note\r\n/* a\r\n3\r\n' \
	'#endif\r\n#if X // Tag_1\r\nabcdefgh\r\n#endif\r\nabc\r\n#if X // Tag_1\r\n\r\nabcdefgh\r\n\r\n#endif\r\n*/\r\n// note\r\n/* a\r\n3\r\n'
lay '}\n3\nabcdefgh\n}\n#ifdef Tag_1\nabcdefgX\n2\nint a;\n#endif\n\n// note\n' '}Z\r\n3\r\n#ifdef Tag_1\r\n*/\r\nabc\r\n3\r\n#endif\r\nabcdefgh\r\n}\r\n#ifdef Tag_1\r\nabcdefgX\r\n2\r\nint a;\r\n#endif\r\n' '}\n3\nabcdefgh\n}\n#ifdef Tag_1\nabcdefgX\n2\nint a;\n#endif\n\n// note\n' \
	'<<<<<<< MINE\n#ifdef Tag_1\n*/\nabc\n=======\n}\n>>>>>>> NEWBASE\n3\n#endif\nabcdefgh\n}\n#ifdef Tag_1\nabcdefgX\n2\nint a;\n#endif\n\n// note\n<<<<<<< MINE\n#ifdef Tag_1\n*/\nabc\n3\n#endif\n=======\n>>>>>>> NEWBASE\n'
lay 'abcd;\n}\nabcdefgX\n1\n/* a\n// Tag_1 >>>\n// Tag_1 <<<\n2\n' 'abcd;\n}\nabcdefgX\n/* Tag_1\nabcd;\n*/\n1\n/* a\n// Tag_1 >>>\nx // Tag_1\nabcd;\n#endif\n// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\n2\n3\n' 'abcd;\n}\n1\nabcdefgX\n1\n/* a\n// Tag_1 >>>\n// Tag_1 <<<\ny0; // Tag_1\n2\n' \
	'abcd;\n}\n1\nabcdefgX\n/* Tag_1\nabcd;\n*/\n1\n/* a\n// Tag_1 >>>\nx // Tag_1\nabcd;\n#endif\n// Tag_1 <<<\n// Tag_1 >>>\n// Tag_1 <<<\ny0; // Tag_1\n2\n'
lay 'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n3\n' 'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n// Tag_1 >>>\nabcd;\n// Tag_1 <<<\n3\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n' 'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\n3\n' \
	'int a;\n// Tag_1 >>>\nint a;\n// Tag_1 <<<\n1\nint a;\n<<<<<<< MINE\n// Tag_1 >>>\nabcd;\n// Tag_1 <<<\n=======\n// Tag_1 >>>\nabc\n\n// Tag_1 <<<\n>>>>>>> NEWBASE\n3\n// Tag_1 >>>\n#endif\n// Tag_1 <<<\n'
lay '}\nx // Tag_1\nabcdefgX\nint a;\n2\n/* Tag_1\nx // Tag_1\n*/\n}' '}\r\nx // Tag_1\r\nabcdefgY\r\n#endif\r\n2\r\n/* Tag_1\r\nx // Tag_1\r\n/* Tag_1\r\n*/\r\n*/\r\n}\r\n// Tag_1 >>>\r\n\r\n#endif\r\n1\r\n// Tag_1 <<<\r\n' '}\nx // Tag_1\n#endif\n/* Tag_1\nx // Tag_1\n}\nx // Tag_1\nabcdefgX\nint a;\n2\n/* Tag_1\nx // Tag_1\n*/\n}\n' \
	'}\nx // Tag_1\n#endif\n<<<<<<< MINE\n/* Tag_1\n=======\n>>>>>>> NEWBASE\nx // Tag_1\n}\nx // Tag_1\nabcdefgX\nint a;\n2\n<<<<<<< MINE\n/* Tag_1\n=======\n>>>>>>> NEWBASE\nx // Tag_1\n/* Tag_1\n*/\n*/\n<<<<<<< MINE\n}\n// Tag_1 >>>\n\n#endif\n1\n// Tag_1 <<<\n=======\n}\n>>>>>>> NEWBASE\n'
lay '#ifdef Tag_1\n/* a\nabcdefgh\n2\n#endif' '#ifdef Tag_1\n#ifdef Tag_1\n3\n#endif\n/* a\nabcdefgh\n2\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n#endif\n// Tag_1 >>>\n\n// Tag_1 <<<\n// Tag_1 >>>\n\n// Tag_1 <<<\n' '#ifdef Tag_1\n/* a\nabcdefgh\n2\nx // Tag_1\n#endif\n/* a\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n' \
	'#ifdef Tag_1\n#ifdef Tag_1\n3\n#endif\n/* a\nabcdefgh\n2\n<<<<<<< MINE\n// Tag_1 >>>\n/* a\n// Tag_1 <<<\n#endif\n// Tag_1 >>>\n\n// Tag_1 <<<\n// Tag_1 >>>\n\n// Tag_1 <<<\n=======\nx // Tag_1\n#endif\n/* a\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n// Tag_1 >>>\n1\n#endif\n/* a\n// Tag_1 <<<\n>>>>>>> NEWBASE\n'
run tagextract --port Tag_1 old mine new dest
expect_rc 1
sed 's/\r$//' out >got
diff - got >other <<'X' || fail "another report: $(cat other)"
03.c:3-5: Tag_1: conflict (line 2 there)
07.c:2-4: Tag_1: conflict (line 3 there)
08.c:1-1: Tag_1: conflict (line 2 there)
08.c:4-6: Tag_1: conflict (line 5 there)
09.c:1-1: Tag_1: conflict (line 2 there)
09.c:2-6: Tag_1: conflict (line 3 there)
10.c:2-6: Tag_1: conflict (line 2 there)
11.c:1-1: Tag_1: no file (line 1 there)
11.c:4-4: Tag_1: no file (line 4 there)
12.c:1-5: Tag_1: conflict
12.c:7-7: Tag_1: conflict (line 12 there)
14.c:1-1: Tag_1: conflict (line 2 there)
15.c:2-6: Tag_1: conflict (line 5 there)
16.c:2-3: Tag_1: conflict (line 4 there)
18.c:1-1: Tag_1: conflict (line 2 there)
18.c:4-5: Tag_1: conflict (line 8 there)
19.c:1-2: Tag_1: present (line 1 there)
20.c:1-2: Tag_1: conflict (line 2 there)
20.c:4-4: Tag_1: conflict (line 5 there)
22.c:2-3: Tag_1: conflict (line 6 there)
23.c:4-4: Tag_1: present (line 4 there)
24.c:2-2: Tag_1: present (line 2 there)
24.c:4-4: Tag_1: present (line 3 there)
25.c:1-1: Tag_1: present (line 1 there)
25.c:2-2: Tag_1: present (line 2 there)
27.c:1-1: Tag_1: present (line 1 there)
29.c:2-3: Tag_1: conflict (line 3 there)
31.c:2-2: Tag_1: conflict (line 3 there)
33.c:4-4: Tag_1: present (line 4 there)
34.c:2-2: Tag_1: conflict (line 2 there)
35.c:1-8: Tag_1: conflict
36.c:8-11: Tag_1: present (line 7 there)
37.c:1-1: Tag_1: present (line 2 there)
37.c:4-4: Tag_1: present (line 5 there)
38.c:5-7: Tag_1: present (line 4 there)
39.c:9-16: Tag_1: no file (line 9 there)
39.c:18-20: Tag_1: no file (line 18 there)
40.c:1-2: Tag_1: present (line 5 there)
40.c:4-4: Tag_1: conflict (line 8 there)
40.c:8-8: Tag_1: present (line 14 there)
41.c:2-8: Tag_1: conflict
42.c:7-7: Tag_1: conflict (line 8 there)
42.c:8-8: Tag_1: conflict (line 9 there)
43.c:3-10: Tag_1: conflict
43.c:12-12: Tag_1: conflict (line 4 there)
44.c:1-1: Tag_1: conflict (line 17 there)
44.c:3-8: Tag_1: conflict (line 9 there)
45.c:3-3: Tag_1: present (line 3 there)
45.c:10-14: Tag_1: conflict (line 11 there)
46.c:2-2: Tag_1: present (line 2 there)
47.c:3-7: Tag_1: conflict
47.c:10-14: Tag_1: present (line 12 there)
48.c:14-15: Tag_1: present (line 15 there)
49.c:2-4: Tag_1: present (line 2 there)
49.c:7-9: Tag_1: conflict (line 8 there)
50.c:2-2: Tag_1: present (line 2 there)
50.c:6-6: Tag_1: conflict (line 5 there)
50.c:7-7: Tag_1: present (line 8 there)
50.c:8-8: Tag_1: conflict (line 15 there)
50.c:12-16: Tag_1: conflict (line 24 there)
51.c:1-1: Tag_1: present (line 1 there)
51.c:8-10: Tag_1: conflict (line 9 there)
51.c:12-14: Tag_1: conflict (line 13 there)
51.c:15-17: Tag_1: conflict (line 16 there)
01.c:1: untagged change left behind
03.c:1: untagged change left behind
04.c:5: untagged change left behind
06.c:5: untagged change left behind
06.c:8: untagged change left behind
07.c:5: untagged change left behind
10.c:1: untagged change left behind
11.c:5: untagged change left behind
13.c:2: untagged change left behind
14.c:3: untagged change left behind
15.c:9: untagged change left behind
16.c:1: untagged change left behind
16.c:4: untagged change left behind
17.c:3: untagged change left behind
19.c:3: untagged change left behind
21.c:6: untagged change left behind
22.c:1: untagged change left behind
22.c:4: untagged change left behind
24.c:3: untagged change left behind
24.c:8: untagged change left behind
25.c:4: untagged change left behind
26.c:1: untagged change left behind
26.c:3: untagged change left behind
28.c:13: untagged change left behind
29.c:7: untagged change left behind
30.c:3: untagged change left behind
30.c:9: untagged change left behind
31.c:6: untagged change left behind
31.c:7: untagged change left behind
32.c:6: untagged change left behind
33.c:11: untagged change left behind
34.c:14: untagged change left behind
36.c:4: untagged change left behind
36.c:12: untagged change left behind
36.c:13: untagged change left behind
37.c:1: untagged change left behind
38.c:2: untagged change left behind
38.c:4: untagged change left behind
39.c:7: untagged change left behind
39.c:17: untagged change left behind
40.c:1: untagged change left behind
40.c:3: untagged change left behind
41.c:2: untagged change left behind
45.c:1: untagged change left behind
45.c:9: untagged change left behind
45.c:15: untagged change left behind
46.c:13: untagged change left behind
47.c:1: untagged change left behind
47.c:15: untagged change left behind
48.c:17: untagged change left behind
50.c:3: untagged change left behind
51.c:11: untagged change left behind
102 blocks in 51 files: 38 carried, 22 there already, 38 conflicts, 4 without a file; 51 files written to dest
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
06.c:6: changed without a tag (lines 6-6, +0 -2)
06.c:7: changed without a tag (lines 7-7, +1 -0)
07.c:1: changed without a tag (lines 1-5, +5 -1)
08.c:2: changed without a tag (lines 1-6, +6 -0)
10.c:1: changed without a tag (lines 1-6, +6 -0)
11.c:5: changed without a tag (lines 5-5, +0 -2)
13.c: line ends CR LF -> LF
13.c:2: changed without a tag (lines 2-2, +1 -2)
14.c:3: changed without a tag (lines 3-4, +2 -0)
15.c:8: changed without a tag (lines 8-8, +1 -0)
16.c: line ends CR LF -> LF
16.c:1: changed without a tag (lines 1-1, +0 -1)
16.c:4: changed without a tag (lines 2-4, +3 -1)
17.c:3: changed without a tag (lines 2-3, +2 -1)
18.c:2: changed without a tag (lines 1-5, +5 -0)
19.c:3: changed without a tag (lines 1-4, +4 -0)
20.c:3: changed without a tag (lines 1-6, +6 -1)
21.c:2: changed without a tag (lines 1-3, +3 -0)
21.c:6: changed without a tag (lines 6-7, +2 -3)
22.c:1: changed without a tag (lines 1-1, +0 -2)
22.c:4: changed without a tag (lines 2-9, +8 -0)
23.c: line ends LF -> CR LF
24.c:3: changed without a tag (lines 3-6, +4 -1)
24.c:8: changed without a tag (lines 8-8, +1 -0)
25.c:4: changed without a tag (lines 4-4, +0 -1)
26.c:1: changed without a tag (lines 1-1, +1 -0)
26.c:3: changed without a tag (lines 3-3, +1 -0)
27.c: line ends CR LF -> LF
27.c:7: changed without a tag (lines 4-9, +6 -0)
28.c:11: changed without a tag (lines 10-12, +3 -0)
29.c:7: changed without a tag (lines 7-7, +0 -2)
30.c:3: changed without a tag (lines 3-5, +3 -0)
30.c:9: changed without a tag (lines 8-11, +4 -0)
31.c:6: changed without a tag (lines 6-6, +0 -2)
31.c:7: changed without a tag (lines 7-8, +2 -1)
32.c:6: changed without a tag (lines 5-7, +3 -0)
33.c:11: changed without a tag (lines 5-11, +7 -2)
34.c:3: changed without a tag (lines 2-16, +15 -0)
36.c:4: changed without a tag (lines 1-4, +4 -0)
36.c:12: changed without a tag (lines 12-12, +0 -1)
36.c:13: changed without a tag (lines 13-13, +1 -1)
37.c: line ends LF -> CR LF
37.c:1: changed without a tag (lines 1-1, +0 -3)
38.c: line ends LF -> CR LF
38.c:2: changed without a tag (lines 2-4, +3 -0)
38.c:5-7: block equals the base: Tag_1
39.c:7: changed without a tag (lines 7-7, +1 -0)
39.c:17: changed without a tag (lines 9-20, +12 -1)
40.c:1: changed without a tag (lines 1-1, +0 -1)
40.c:3: changed without a tag (lines 3-7, +5 -0)
40.c:1-2: block equals the base: Tag_1
41.c:2: changed without a tag (lines 2-2, +0 -3)
42.c: line ends LF -> CR LF
42.c:9: changed without a tag (lines 7-9, +3 -0)
45.c: line ends CR LF -> LF
45.c:1: changed without a tag (lines 1-1, +1 -1)
45.c:9: changed without a tag (lines 5-15, +11 -2)
46.c:13: changed without a tag (lines 13-13, +0 -2)
46.c:2-2: block equals the base: Tag_1
47.c: line ends LF -> CR LF
47.c:1: changed without a tag (lines 1-5, +5 -1)
47.c:15: changed without a tag (lines 15-15, +0 -2)
48.c:5: changed without a tag (lines 4-6, +3 -0)
48.c:17: changed without a tag (lines 17-17, +1 -0)
49.c:2-4: block equals the base: Tag_1
50.c: line ends LF -> CR LF
50.c:3: changed without a tag (lines 3-4, +2 -2)
50.c:9: changed without a tag (lines 8-9, +2 -0)
50.c:11: changed without a tag (lines 11-16, +6 -1)
51.c:11: changed without a tag (lines 8-17, +10 -1)
51 files compared; 104 changes, 34 of them with a tag, 70 not accounted for
not accounted for
X
