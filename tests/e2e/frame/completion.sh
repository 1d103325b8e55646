# SPDX-License-Identifier: MIT
# The completion scripts work in their shells: options, choices, files and folders with odd names,
# and values that the program suggests.
for shell in bash zsh fish; do
	command -v $shell >/dev/null || lacks "$shell"
done
[ -z "$EXE" ] || skip 'a shell of this system does not complete programs of another'
PATH=$BIN:$PATH
mkdir 'my folder'
: >'my folder/a b.txt' && : >'odd*name' && : >'oddXname'
for shell in bash zsh fish powershell; do
	tool frame_probe --completion=$shell >comp.$shell
done
run frame_probe --completion=csh
expect_rc 2

cat >use.bash <<'X'
. ./comp.bash
try() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	compopt() { :; }
	_biosbelt_frame_probe
	printf '%s|' "${COMPREPLY[@]}"
	echo
}
try frame_probe --su
try frame_probe --mode ''
try frame_probe --mode = sl
try frame_probe --body ./comp.b
try frame_probe --body my
try frame_probe --body 'my folder/'
try frame_probe --body 'odd*'
try frame_probe --server mail
try frame_probe -s mail.t
try frame_probe --subject ''
try frame_probe word
X
bash use.bash >got
cat >want <<'X'
--subject=|
fast|slow|
slow|
./comp.bash|
my folder|
my folder/a b.txt|
odd*name|
mail.one|mail.two|mail.$(touch ran)|
mail.two|
|
word one|word two|word $(touch ran)|
X
cmp got want || fail "bash completion gave: $(cat got)"
[ ! -e ran ] || fail 'bash ran what was suggested'

# fish prints what it would offer.
cat >use.fish <<'X'
source comp.fish
for line in '--su' '--mode=' '--mode ' '--body my' '--server mail.t' 'word'
	complete -C "frame_probe $line" | string split -f 1 \t
end
exit 0 # of the loop it would be whether something was split
X
HOME=$PWD fish --no-config use.fish >got
cat >want <<'X'
--subject
--mode=fast
--mode=slow
fast
slow
my folder/
mail.two
word $(touch ran)
word one
word two
X
cmp got want || fail "fish completion gave: $(cat got)"

# zsh completes on a terminal of its own.
cat >use.zsh <<'X'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -U compinit && compinit -u -D; unsetopt beep; source ./comp.zsh
tell() { print -r -- \":<\$BUFFER>;\"; BUFFER= }; zle -N tell; bindkey '^X' tell; echo read''y"
zpty -r -m shell text '*ready*'
for line in '--subj' '--mode=sl' '--body=my' '--server=mail.tw' "word\\ t"; do
	zpty -w -n shell "frame_probe $line"$'\t\x18'
	zpty -r -m shell text '*:<*>;*'
	print -r -- ${${${text##*:<}%%>;*}% }
done
zpty -d shell
X
HOME=$PWD zsh -f use.zsh >got 2>&1 || fail "zsh: $(cat got)"
cat >want <<'X'
frame_probe --subject=
frame_probe --mode=slow
frame_probe --body=my\ folder/
frame_probe --server=mail.two
frame_probe word\ two
X
cmp got want || fail "zsh completion gave: $(cat got)"

# PowerShell is not at hand: at least every option and choice stands in quotes.
for word in --subject= --mode=slow -s; do
	grep -q "^		'$word'\$" comp.powershell || fail "PowerShell's script lacks $word"
done
