# SPDX-License-Identifier: MIT
# check.pl FILE.po: what msgfmt does not see. The conversions of a format keep their order and
# kind; column heads keep their places; Chinese has its own punctuation, and a blank towards Latin.
use strict;
use warnings;
use utf8;
binmode STDOUT, ':utf8';
my $po = do { local $/; open my $f, '<:utf8', $ARGV[0] or die; <$f> };

sub text {
	my ($lines) = @_;
	my $all = join '', $lines =~ /"((?:[^"\\]|\\.)*)"/g;
	my %plain = (n => "\n", t => "\t", '"' => '"', '\\' => '\\', r => "\r");
	$all =~ s/\\(.)/exists $plain{$1} ? $plain{$1} : "\\$1"/ge;
	return $all;
}

# What printf reads, width and precision left out unless they are arguments too.
sub conversions {
	my @found;
	for ($_[0] =~ /(%%|%[-+ #0]*(?:\*|[0-9]+)?(?:\.(?:\*|[0-9]*))?(?:<PRI\w+>|[hlzjt]*[a-zA-Z]))/g) {
		next if $_ eq '%%';
		my $stars = join '', /\*/g;
		/(<PRI\w+>|[hlzjt]*[a-zA-Z])$/;
		push @found, $stars . $1;
	}
	return join ' ', @found;
}

sub columns {
	my ($line) = @_;
	my ($at, @starts) = (0);
	while ($line =~ /\G(.)/gs) {
		my $char = $1; # the next match has its own
		push @starts, $at if $char ne ' ' && substr($line, 0, pos($line) - 1) =~ /(?:^|  )$/;
		$at += ord($char) >= 0x2E80 ? 2 : 1;
	}
	return join ' ', @starts;
}

my $han = qr/[\x{3400}-\x{9FFF}]/;
while ($po =~ /^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"(?:\n|\z))+)/mg) {
	my ($id, $str) = (text($1), text($2));
	next if $id eq '' || $str eq '';
	(my $shown = $id) =~ s/\n/\\n/g;
	my $say = sub { print "\"$shown\": $_[0]\n" };
	$say->('other conversions, or in another order') if conversions($id) ne conversions($str);
	$say->('%1$s is not possible everywhere') if $str =~ /%[0-9]+\$/;
	if ($id =~ /^ *\S+(?:  +\S+)+ *$/ && $id !~ /%/) { # heads of one word each
		$say->('columns begin at other places: ' . columns($id) . ' / ' . columns($str))
			if columns($id) ne columns($str);
	}
	my ($lead) = $id =~ /^( *)/;
	$say->('blanks at the end differ') if ($id =~ /( *)$/)[0] ne ($str =~ /( *)$/)[0] && $str !~ /[，：；。]$/;
	$say->("':' and a blank after the name of a file or program") if $id =~ /^(?:%s)?: / && $str =~ /^(?:%s)?：/;
	next if $str !~ $han;
	$say->("half-width punctuation: '$1'") if $str =~ /(${han}[,;:?!(](?![0-9\]]))/ || $str =~ /([)]$han)/;
	$say->("no blank between Chinese and Latin: '$1'")
		if $str =~ /($han[A-Za-z0-9])/ || $str =~ /([A-Za-z0-9]$han)/ && $str !~ /%[-+ #0-9.*]*(?:<PRI\w+>|[hlzjt]*[a-zA-Z])$han/;
	$say->("full-width letters or blanks") if $str =~ /[\x{3000}\x{FF10}-\x{FF5A}]/ && $str !~ /[\x{FF1A}-\x{FF1F}]/;
}
