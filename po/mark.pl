# SPDX-License-Identifier: MIT
# mark.pl <FILE.c: the source with the texts of option tables wrapped in N_(), so that xgettext
# sees them. Lines keep their numbers.
undef $/;
$_ = <STDIN>;
s/(\.(?:help|summary|notes|exit_notes|group|usage|value)\s*=\s*)((?:"(?:[^"\\]|\\.)*"\s*)+)/$1N_($2)/g;
print;
