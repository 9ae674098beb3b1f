#!/usr/bin/perl
# Net::DNS behind the adapter protocol. It takes fields as zone-file text.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/kit";
use Net::DNS;
use Net::DNS::ZoneFile;
use SnarpKit;

# The tokens behind the type; the accessors lose octets that are no UTF-8.
sub shown {
    my ($rr) = @_;
    my @tokens = $rr->token;
    1 while shift(@tokens) ne $rr->type;
    return \@tokens;
}

sub built {
    my ( $type, $record ) = @_;
    my %text = in_escapes($record);
    $text{service} = delete $text{services} if $type eq 'NAPTR';
    return Net::DNS::RR->new( type => $type, %text );
}

sub decode {
    my ( $type, $rdata ) = @_;
    return shown( Net::DNS::RR->new( type => $type, rdata => $rdata ) );
}

sub decode_message {
    my ( $type, $octets ) = @_;
    my $packet = Net::DNS::Packet->decode( \$octets );
    die $@ if $@;
    return map { shown($_) } grep { $_->type eq $type } $packet->answer;
}

sub encode {
    my ( $type, $record ) = @_;
    my $rr     = built( $type, $record );
    my $packet = Net::DNS::Packet->new( $rr->owner, $type );
    $packet->push( answer => $rr );
    return $packet->data;
}

sub scan {
    my ( $type, $text, $origin ) = @_;
    my $file = text_file(". 0 IN $type $text");
    my @rr   = Net::DNS::ZoneFile->new( $file, $origin )->read;
    die scalar(@rr) . " records\n" unless @rr == 1;
    return $rr[0]->rdata // die $@;
}

sub print_text {
    my ( $type, $record ) = @_;
    return built( $type, $record )->string =~ s/^\.\s+IN\s+$type\s+//r;
}

serve( 'Net::DNS', Net::DNS->VERSION );
