# SPDX-License-Identifier: MIT
# Whole reports, byte for byte but for what differs between systems: line ends and the byte order mark of CSV.
whole() { # status; the report on standard input
	expect_rc "$1"
	sed 's/^\xEF\xBB\xBF//; s/\r$//' out >got
	diff - got >diff || fail "another report: $(cat diff)"
}
mkdir -p src/p src/q
{
	printf '%s\n' '// Tag_1 >>>' a '// Tag_1 <<<' '// Tag_1' b '// Tag_2 start 2024-01-09' c '// Tag_2 end' '// Tag_1 Tag_1'
	printf '%s\n' '// Tag_1 >>> fan' '// Tag_1 >>> led' d '// Tag_1 <<<' '// Tag_1 <<<'
} >src/p/a.c
printf '%s\n' '// Tag_1 start' '// Tag_2 end' '// Tag_2' >src/p/open.c
printf '# \320\336\270\304 Tag_2 \277\252\312\274\nx\n# Tag_2 \275\341\312\370\n' >src/q/gbk.inf
printf '// "Tag_1", \303\251 Tag_2\n' >src/q/=a,b.c
for i in 1 2 3 4 5 6 7 8 9; do
	for k in $(seq $i); do echo x >src/q/$k.kind$i; done
done
run tagextract -n Tag_1,Tag_2 src
whole 0 <<'X'
p/a.c: Tag_1 1-3, 10-14, 11-13, 4, 9; Tag_2 6-8
p/open.c: Tag_1 1; Tag_2 2, 3
q/=a,b.c: Tag_1 1; Tag_2 1
q/gbk.inf: Tag_2 1-3
4 of 4 files with a tag; nothing copied (--dry-run)
45 files not looked at (other names; --all does): 9 .kind9, 8 .kind8, 7 .kind7, 6 .kind6, 5 .kind5, 4 .kind4, 3 .kind3, 2 .kind2, ...
X
sed 's/\r$//' err >got
cat >want <<'X'
tagextract: warning: p/a.c:11: Tag_1: begin marker inside a block
tagextract: warning: p/open.c:1: Tag_1: begin marker without an end
tagextract: warning: p/open.c:2: Tag_2: end marker without a begin
X
sed 's/^tagextract.exe/tagextract/' got | cmp - want || fail "warnings: $(cat err)"
run tagextract -n --csv Tag_1,Tag_2 src
whole 0 <<'X'
path,tag,line,column,kind,block_first,block_last,encoding,action,error,text
p/a.c,Tag_1,1,4,begin,1,3,US-ASCII,would copy,,
p/a.c,Tag_1,3,4,end,1,3,US-ASCII,would copy,,
p/a.c,Tag_1,4,4,mark,,,US-ASCII,would copy,,
p/a.c,Tag_2,6,4,begin,6,8,US-ASCII,would copy,,
p/a.c,Tag_2,8,4,end,6,8,US-ASCII,would copy,,
p/a.c,Tag_1,9,4,mark,,,US-ASCII,would copy,,
p/a.c,Tag_1,9,10,mark,,,US-ASCII,would copy,,
p/a.c,Tag_1,10,4,begin,10,14,US-ASCII,would copy,,
p/a.c,Tag_1,11,4,begin,11,13,US-ASCII,would copy,,
p/a.c,Tag_1,13,4,end,11,13,US-ASCII,would copy,,
p/a.c,Tag_1,14,4,end,10,14,US-ASCII,would copy,,
p/open.c,Tag_1,1,4,begin,,,US-ASCII,would copy,,
p/open.c,Tag_2,2,4,end,,,US-ASCII,would copy,,
p/open.c,Tag_2,3,4,mark,,,US-ASCII,would copy,,
"q/=a,b.c",Tag_1,1,5,mark,,,UTF-8,would copy,,
"q/=a,b.c",Tag_2,1,15,mark,,,UTF-8,would copy,,
q/gbk.inf,Tag_2,1,6,begin,1,3,GB18030,would copy,,
q/gbk.inf,Tag_2,3,3,end,1,3,GB18030,would copy,,
X
run tagextract -n --json Tag_1,Tag_2 src/q
sed -i '/^  "target"/d' out
whole 0 <<'X'
{
  "source": "src/q",
  "tags": [
    "Tag_1",
    "Tag_2"
  ],
  "scanned": 2,
  "tagged": 2,
  "folders": 1,
  "skipped": {
    "git": 0,
    "excluded": 0,
    "links": 0,
    "special": 0,
    "other_names": 45,
    "target": false,
    "other_kinds": [
      {
        "end": ".kind9",
        "files": 9
      },
      {
        "end": ".kind8",
        "files": 8
      },
      {
        "end": ".kind7",
        "files": 7
      },
      {
        "end": ".kind6",
        "files": 6
      },
      {
        "end": ".kind5",
        "files": 5
      },
      {
        "end": ".kind4",
        "files": 4
      },
      {
        "end": ".kind3",
        "files": 3
      },
      {
        "end": ".kind2",
        "files": 2
      },
      {
        "end": ".kind1",
        "files": 1
      }
    ],
    "paths": []
  },
  "earlier_runs": {
    "stale": 0,
    "removed": 0,
    "changed": 0
  },
  "files": [
    {
      "path": "=a,b.c",
      "encoding": "UTF-8",
      "action": "would copy",
      "hits": [
        {
          "tag": "Tag_1",
          "line": 1,
          "column": 5,
          "kind": "mark"
        },
        {
          "tag": "Tag_2",
          "line": 1,
          "column": 15,
          "kind": "mark"
        }
      ],
      "blocks": [],
      "warnings": []
    },
    {
      "path": "gbk.inf",
      "encoding": "GB18030",
      "action": "would copy",
      "hits": [
        {
          "tag": "Tag_2",
          "line": 1,
          "column": 6,
          "kind": "begin"
        },
        {
          "tag": "Tag_2",
          "line": 3,
          "column": 3,
          "kind": "end"
        }
      ],
      "blocks": [
        {
          "tag": "Tag_2",
          "first": 1,
          "last": 3,
          "style": "word"
        }
      ],
      "warnings": []
    }
  ],
  "errors": []
}
X
run tagextract -n -r 'Tag_[12]' src
whole 0 <<'X'
p/a.c: Tag_[12] 1-3 'Tag_1', 6-8 'Tag_2', 10-14 'Tag_1', 11-13 'Tag_1', 4 'Tag_1', 9 'Tag_1', 9 'Tag_1'
p/open.c: Tag_[12] 1 'Tag_1', 2 'Tag_2', 3 'Tag_2'
q/=a,b.c: Tag_[12] 1 'Tag_1', 1 'Tag_2'
q/gbk.inf: Tag_[12] 1-3 'Tag_2'
4 of 4 files with a tag; nothing copied (--dry-run)
45 files not looked at (other names; --all does): 9 .kind9, 8 .kind8, 7 .kind7, 6 .kind6, 5 .kind5, 4 .kind4, 3 .kind3, 2 .kind2, ...
X
run tagextract -l src
whole 0 <<'X'
  places   blocks    files unpaired  style      since      tag
       7        3        2        1  chevron               Tag_1
       5        2        3        1  word       2024-01-09 Tag_2
2 tags in 4 files
45 files not looked at (other names; --all does): 9 .kind9, 8 .kind8, 7 .kind7, 6 .kind6, 5 .kind5, 4 .kind4, 3 .kind3, 2 .kind2, ...
X
run tagextract -l --csv src
whole 0 <<'X'
tag,places,blocks,files,unpaired,style,since
Tag_1,7,3,2,1,chevron,
Tag_2,5,2,3,1,word,2024-01-09
X
run tagextract -l --json src/p
whole 0 <<'X'
{
  "source": "src/p",
  "scanned": 2,
  "tagged": 2,
  "folders": 1,
  "skipped": {
    "git": 0,
    "excluded": 0,
    "links": 0,
    "special": 0,
    "other_names": 0,
    "target": false,
    "other_kinds": [],
    "paths": []
  },
  "tags": [
    {
      "tag": "Tag_1",
      "places": 7,
      "blocks": 3,
      "files": 2,
      "unpaired": 1,
      "style": "chevron"
    },
    {
      "tag": "Tag_2",
      "places": 3,
      "blocks": 1,
      "files": 2,
      "unpaired": 1,
      "style": "word",
      "since": "2024-01-09"
    }
  ],
  "errors": []
}
X
mkdir -p base/p mine/p next/p
seq 1 60 >base/p/x.c
{ seq 1 3; printf '// Tag_1 >>>\n<a & "b'\''>\n// Tag_1 <<<\n'; seq 4 10; seq 12 60; } >mine/p/x.c
{ seq 1 9; echo theirs; seq 11 70; } >next/p/x.c
printf 'a\r\nb\r\n' | tee base/p/ends.c >next/p/ends.c
printf 'a\r\nB\r\n' >mine/p/ends.c
printf 'x\n// Tag_1 +\ny\n// Tag_1 -\n' | tee base/p/same.c mine/p/same.c >next/p/same.c
printf '1\n2\n3\n' >base/p/gone.c
printf '1\n2\n// Tag_2\n3\n' >mine/p/gone.c
echo 'of ours' >mine/p/new.c
printf '// Tag_1 of ours\n' >mine/p/own.c
echo old >base/p/old.c
printf '\000\001' >base/p/logo.bmp
printf '\000\002' >mine/p/logo.bmp
echo a >base/p/lf.c
printf 'a\r\n' >mine/p/lf.c
printf '1\n2\n3\n' >base/p/both.c
printf '1\nours // Tag_1\n3\n' >mine/p/both.c
printf '1\ntheirs\n3\n' >next/p/both.c
run tagextract --audit=base Tag_1,Tag_2 mine
whole 5 <<'X'
p/ends.c:2: changed without a tag (lines 2-2, +1 -1)
    -b
    +B
p/lf.c: line ends LF -> CR LF
p/logo.bmp: binary
p/new.c: added
p/old.c: deleted
p/same.c:2-4: block equals the base: Tag_1
p/x.c:14: changed without a tag (lines 14-14, +0 -1)
    -11
10 files compared; 10 changes, 4 of them with a tag, 6 not accounted for
not accounted for
X
run tagextract --audit=base --csv Tag_1,Tag_2 mine
whole 5 <<'X'
path,line,last,change,accounted,tags,added,removed,other,text
p/both.c,2,2,changed,yes,Tag_1,1,1,,"'-2
+ours // Tag_1
"
p/ends.c,2,2,changed,no,,1,1,,"'-b
+B
"
p/gone.c,3,3,changed,yes,Tag_2,1,0,,"'+// Tag_2
"
p/lf.c,,,line ends,no,,0,0,LF -> CR LF,
p/logo.bmp,,,binary,no,,0,0,,
p/new.c,,,added,no,,0,0,,
p/old.c,,,deleted,no,,0,0,,
p/own.c,,,added,yes,Tag_1,0,0,,
p/same.c,2,4,same,yes,Tag_1,0,0,,
p/x.c,4,6,changed,yes,Tag_1,3,0,,"'+// Tag_1 >>>
+<a & ""b'>
+// Tag_1 <<<
"
p/x.c,14,14,changed,no,,0,1,,"'-11
"
X
run tagextract --audit=base --json Tag_1,Tag_2 mine
whole 5 <<'X'
{
  "source": "mine",
  "base": "base",
  "tags": "Tag_1, Tag_2",
  "clean": false,
  "verdict": "not accounted for",
  "compared": 10,
  "excluded": 0,
  "changes": 10,
  "open": 6,
  "items": [
    {
      "path": "p/both.c",
      "change": "changed",
      "accounted": true,
      "first": 2,
      "last": 2,
      "added": 1,
      "removed": 1,
      "tags": "Tag_1",
      "text": "-2\n+ours // Tag_1\n"
    },
    {
      "path": "p/ends.c",
      "change": "changed",
      "accounted": false,
      "first": 2,
      "last": 2,
      "added": 1,
      "removed": 1,
      "line": 2,
      "text": "-b\u000d\n+B\u000d\n"
    },
    {
      "path": "p/gone.c",
      "change": "changed",
      "accounted": true,
      "first": 3,
      "last": 3,
      "added": 1,
      "removed": 0,
      "tags": "Tag_2",
      "text": "+// Tag_2\n"
    },
    {
      "path": "p/lf.c",
      "change": "line ends",
      "accounted": false,
      "what": "LF -> CR LF"
    },
    {
      "path": "p/logo.bmp",
      "change": "binary",
      "accounted": false
    },
    {
      "path": "p/new.c",
      "change": "added",
      "accounted": false
    },
    {
      "path": "p/old.c",
      "change": "deleted",
      "accounted": false
    },
    {
      "path": "p/own.c",
      "change": "added",
      "accounted": true,
      "tags": "Tag_1"
    },
    {
      "path": "p/same.c",
      "change": "same",
      "accounted": true,
      "first": 2,
      "last": 4,
      "tags": "Tag_1"
    },
    {
      "path": "p/x.c",
      "change": "changed",
      "accounted": true,
      "first": 4,
      "last": 6,
      "added": 3,
      "removed": 0,
      "tags": "Tag_1",
      "text": "+// Tag_1 >>>\n+<a & \"b'>\n+// Tag_1 <<<\n"
    },
    {
      "path": "p/x.c",
      "change": "changed",
      "accounted": false,
      "first": 14,
      "last": 14,
      "added": 0,
      "removed": 1,
      "line": 14,
      "text": "-11\n"
    }
  ],
  "errors": []
}
X
run tagextract --audit=base --html -x new.c Tag_1,Tag_2 mine
sed -i '/^<style>/,/^<.style>/d' out
whole 5 <<'X'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<title>Change audit</title>
<h1>Change audit</h1>
<p>Tree: mine<br>Base: base<br>Tags: Tag_1, Tag_2</p>
<p class="bad"><b>not accounted for</b></p>
<p>9 files compared, 1 excluded; 9 changes, 5 not accounted for.</p>
<h2>Not accounted for (5)</h2>
<table><thead><tr><th>file, lines</th><th>change</th><th>tags</th><th>text</th></tr></thead><tbody>
<tr><td>p/ends.c<br>2&ndash;2</td><td>changed</td><td></td><td><pre><del>-b</del>
<ins>+B</ins>
</pre></td></tr>
<tr><td>p/lf.c</td><td>line ends<br>LF -&gt; CR LF</td><td></td><td></td></tr>
<tr><td>p/logo.bmp</td><td>binary</td><td></td><td></td></tr>
<tr><td>p/old.c</td><td>deleted</td><td></td><td></td></tr>
<tr><td>p/x.c<br>14&ndash;14</td><td>changed</td><td></td><td><pre><del>-11</del>
</pre></td></tr>
</tbody></table>
<h2>In tagged blocks (4)</h2>
<table><thead><tr><th>file, lines</th><th>change</th><th>tags</th><th>text</th></tr></thead><tbody>
<tr><td>p/both.c<br>2&ndash;2</td><td>changed</td><td>Tag_1</td><td><pre><del>-2</del>
<ins>+ours // Tag_1</ins>
</pre></td></tr>
<tr><td>p/gone.c<br>3&ndash;3</td><td>changed</td><td>Tag_2</td><td><pre><ins>+// Tag_2</ins>
</pre></td></tr>
<tr><td>p/own.c</td><td>added</td><td>Tag_1</td><td></td></tr>
<tr><td>p/x.c<br>4&ndash;6</td><td>changed</td><td>Tag_1</td><td><pre><ins>+// Tag_1 &gt;&gt;&gt;</ins>
<ins>+&lt;a &amp; &quot;b&#39;&gt;</ins>
<ins>+// Tag_1 &lt;&lt;&lt;</ins>
</pre></td></tr>
</tbody></table>
<h2>Tagged blocks that equal the base (1)</h2>
<table><thead><tr><th>file, lines</th><th>change</th><th>tags</th><th>text</th></tr></thead><tbody>
<tr><td>p/same.c<br>2&ndash;4</td><td>same</td><td>Tag_1</td><td></td></tr>
</tbody></table>
</body></html>
X
run tagextract --port Tag_1,Tag_2 base mine next dest
whole 1 <<'X'
p/both.c:2-2: Tag_1: conflict (line 3 there)
p/gone.c:3-3: Tag_2: no file (line 3 there)
p/same.c:2-4: Tag_1: present (line 2 there)
p/x.c:14: untagged change left behind
5 blocks in 5 files: 2 carried, 1 there already, 1 conflict, 1 without a file; 6 files written to dest
2 files changed or added without a tag, not carried; --audit lists all
1 file not looked at (other names; --all does): 1 .bmp
X
run tagextract --port -n --csv Tag_1,Tag_2 base mine next dest2
whole 1 <<'X'
path,first,last,tag,state,line,moved
p/both.c,2,2,Tag_1,conflict,3,
p/gone.c,3,3,Tag_2,no file,3,
p/own.c,1,1,Tag_1,carried,1,
p/same.c,2,4,Tag_1,present,2,
p/x.c,4,6,Tag_1,carried,4,
p/x.c,14,,,left behind,,
X
run tagextract --port -n --json Tag_1,Tag_2 base mine next dest2
whole 1 <<'X'
{
  "source": "mine",
  "old_base": "base",
  "new_base": "next",
  "target": "dest2",
  "files": 5,
  "written": 0,
  "carried": 2,
  "present": 1,
  "conflicts": 1,
  "without_file": 1,
  "untagged_files": 2,
  "other_names": 1,
  "other_kinds": [
    {
      "end": ".bmp",
      "files": 1
    }
  ],
  "blocks": [
    {
      "path": "p/both.c",
      "first": 2,
      "last": 2,
      "tag": "Tag_1",
      "state": "conflict",
      "line": 3
    },
    {
      "path": "p/gone.c",
      "first": 3,
      "last": 3,
      "tag": "Tag_2",
      "state": "no file",
      "line": 3
    },
    {
      "path": "p/own.c",
      "first": 1,
      "last": 1,
      "tag": "Tag_1",
      "state": "carried",
      "line": 1
    },
    {
      "path": "p/same.c",
      "first": 2,
      "last": 4,
      "tag": "Tag_1",
      "state": "present",
      "line": 2
    },
    {
      "path": "p/x.c",
      "first": 4,
      "last": 6,
      "tag": "Tag_1",
      "state": "carried",
      "line": 4
    }
  ],
  "left_behind": [
    {
      "path": "p/x.c",
      "line": 14
    }
  ],
  "errors": []
}
X
run tagextract --patch=base Tag_1,Tag_2 mine
whole 0 <<'X'
diff --git a/p/both.c b/p/both.c
index 01e79c3..916bada 100644
--- a/p/both.c
+++ b/p/both.c
@@ -1,3 +1,3 @@
 1
-2
+ours // Tag_1
 3
diff --git a/p/gone.c b/p/gone.c
index 01e79c3..3e16682 100644
--- a/p/gone.c
+++ b/p/gone.c
@@ -1,3 +1,4 @@
 1
 2
+// Tag_2
 3
diff --git a/p/own.c b/p/own.c
new file mode 100644
index 0000000..677e685
--- /dev/null
+++ b/p/own.c
@@ -0,0 +1 @@
+// Tag_1 of ours
diff --git a/p/x.c b/p/x.c
index fcd8734..0e509a3 100644
--- a/p/x.c
+++ b/p/x.c
@@ -1,6 +1,9 @@
 1
 2
 3
+// Tag_1 >>>
+<a & "b'>
+// Tag_1 <<<
 4
 5
 6
@@ -8,7 +11,6 @@
 8
 9
 10
-11
 12
 13
 14
X
run tagextract --split --patch=base Tag_1,Tag_2 mine patches
whole 0 <<'X'
  places   blocks    files unpaired  style      since      tag
       6        2        4        0  chevron               Tag_1
       1        0        1        0  none                  Tag_2
2 tags in 8 files
1 file not looked at (other names; --all does): 1 .bmp
X
run tagextract Tag_1 mine copy
whole 0 <<'X'
p/both.c: Tag_1 2
p/own.c: Tag_1 1
p/same.c: Tag_1 2-4
p/x.c: Tag_1 4-6
4 of 8 files with a tag; 4 copied to copy
1 file not looked at (other names; --all does): 1 .bmp
X
run tagextract Tag_1 mine copy
whole 0 <<'X'
p/both.c: Tag_1 2 (identical)
p/own.c: Tag_1 1 (identical)
p/same.c: Tag_1 2-4 (identical)
p/x.c: Tag_1 4-6 (identical)
4 of 8 files with a tag; 0 copied to copy, 4 were there
1 file not looked at (other names; --all does): 1 .bmp
X
run tagextract --archive=x.7z Tag_1 mine
whole 0 <<'X'
p/both.c: Tag_1 2
p/own.c: Tag_1 1
p/same.c: Tag_1 2-4
p/x.c: Tag_1 4-6
4 of 8 files with a tag; 4 packed into x.7z
1 file not looked at (other names; --all does): 1 .bmp
X
# A long change is cut after 40 lines.
mkdir long1 long2
seq 40 >long1/a.c
seq 41 >long1/b.c
: | tee long2/a.c >long2/b.c
run tagextract --audit=long1 Tag_1 long2
{
	echo 'a.c:1: changed without a tag (lines 1-1, +0 -40)'
	seq 40 | sed 's/^/    -/'
	echo 'b.c:1: changed without a tag (lines 1-1, +0 -41)'
	seq 40 | sed 's/^/    -/'
	printf '    ...\n2 files compared; 2 changes, 0 of them with a tag, 2 not accounted for\nnot accounted for\n'
} | whole 5
# Verdicts: no change, one in a block, one that is not.
mkdir one1 one2
echo a | tee one1/a.c one2/b.c >one2/a.c
run tagextract --audit=one1 -x b.c Tag_1 one2
whole 0 <<'X'
1 file compared, 1 excluded; 0 changes, 0 of them with a tag, 0 not accounted for
no changes
X
rm one2/b.c
echo '// Tag_1' >>one2/a.c
run tagextract --audit=one1 Tag_1 one2
whole 0 <<'X'
1 file compared; 1 change, 1 of them with a tag, 0 not accounted for
every change is accounted for by a tag
X
echo b >one2/a.c
run tagextract --audit=one1 Tag_1 one2
whole 5 <<'X'
a.c:1: changed without a tag (lines 1-1, +1 -1)
    -a
    +b
1 file compared; 1 change, 0 of them with a tag, 1 not accounted for
not accounted for
X
