#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# second_opinion.pl <LIST: what MIME::Parser (Debian: libmime-tools-perl) reads in each message file, as
# one line of JSON a file: subject, fields (by name, decoded), texts (kind, SHA-256), files (name, SHA-256),
# errors.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use Encode qw(decode encode);
use JSON::PP;
use MIME::Parser;
use MIME::WordDecoder qw(mime_to_perl_string);

$| = 1;
my $json = JSON::PP->new->canonical->ascii;
while (my $path = <STDIN>) {
	chomp $path;
	my $parser = MIME::Parser->new;
	$parser->output_to_core(1);
	$parser->tmp_to_core(1);
	my %seen = (texts => [], files => [], errors => []);
	my $message = eval { $parser->parse_open($path) };
	push @{$seen{errors}}, "$@" unless $message;
	push @{$seen{errors}}, grep { /^(error|warning)/ } map { "$_" } $parser->results->msgs;
	if ($message) {
		my $subject = $message->head->get('Subject') // '';
		$subject =~ s/\r?\n//g;
		$seen{subject} = mime_to_perl_string($subject);
		for my $name ($message->head->tags) {
			my $value = $message->head->get($name) // '';
			$value =~ s/\r?\n//g;
			$seen{fields}{lc $name} = mime_to_perl_string($value);
		}
		for my $part ($message->parts_DFS) {
			next if $part->parts or $part->mime_type =~ m{^multipart/};
			my $body = $part->bodyhandle ? $part->bodyhandle->as_string : '';
			my $name = $part->head->recommended_filename;
			if (defined $name) {
				push @{$seen{files}}, [$name, sha256_hex($body)];
				next;
			}
			$body =~ s/\r\n/\n/g;
			push @{$seen{texts}}, [$part->mime_type, sha256_hex($body)];
		}
	}
	print $json->encode(\%seen), "\n";
}
