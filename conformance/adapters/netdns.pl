#!/usr/bin/perl
# Net::DNS behind the adapter protocol.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/kit";
use SnarpKit;
use Net::DNS;
use Net::DNS::ZoneFile;

# Theirs and ours: numbers, strings, and the name at the end.
my %numbers = (
    NAPTR => [qw(order preference)],
    SRV   => [qw(priority weight port)],
);
my %strings = (
    NAPTR => [ [qw(flags flags)], [qw(service services)], [qw(regexp regexp)] ],
    SRV   => [],
);
my %name = ( NAPTR => 'replacement', SRV => 'target' );

# The fields of a record. Its accessors turn octets into characters, for good
# where they are no UTF-8; the last of its tokens are the same fields without
# loss. Of a record without RDATA the accessors make zeros and nothing.
sub shown {
    my ( $type, $rr ) = @_;
    my @numbers = @{ $numbers{$type} };
    my @texts   = map { "$_->[1]_text" } @{ $strings{$type} };
    my @fields  = ( @numbers, @texts, "$name{$type}_text" );
    my @tokens  = length $rr->rdstring ? $rr->token : ('') x @fields;
    my %shown;
    @shown{@fields} = @tokens[ -@fields .. -1 ];
    $shown{$_} = 0 + $rr->$_ for @numbers;
    return \%shown;
}

# A record from the fields of a request; Net::DNS takes them as zone-file text.
sub built {
    my ( $type, $request ) = @_;
    my @fields = map { $_ => $request->{$_} } @{ $numbers{$type} };
    push @fields, $_->[0] => in_escapes( octets( $request->{ $_->[1] } ) )
      for @{ $strings{$type} };
    my $name = name_in_escapes( octets( $request->{ $name{$type} } ) );
    return Net::DNS::RR->new( type => $type, @fields, $name{$type} => $name );
}

sub decode {
    my ( $type, $request ) = @_;
    my $rdata = octets( $request->{rdata} );
    return library {
        shown( $type, Net::DNS::RR->new( type => $type, rdata => $rdata ) );
    };
}

sub decode_message {
    my ( $type, $request ) = @_;
    my $octets = octets( $request->{message} );
    my $packet = Net::DNS::Packet->decode( \$octets );
    refuse($@) if $@;
    return library {
        my @records = grep { $_->type eq $type } $packet->answer;
        return { records => [ map { shown( $type, $_ ) } @records ] };
    };
}

sub encode {
    my ( $type, $request ) = @_;
    my $rdata = library { built( $type, $request )->rdata };
    return { rdata => hexadecimal($rdata) };
}

sub encode_message {
    my ( $type, $request ) = @_;
    my $owner   = name_in_escapes( octets( $request->{owner} ) );
    my $message = library {
        my $packet = Net::DNS::Packet->new( $owner, $type );
        my $rr     = built( $type, $request );
        $rr->owner($owner);
        $packet->push( answer => $rr );
        return $packet->data;
    };
    return { rdata => hexadecimal( rdata_in_answer($message) ) };
}

# Zone files are UTF-8 where nothing else is said: Net::DNS::ZoneFile opens
# them so.
sub scan {
    my ( $type, $request ) = @_;
    my $octets = ". 0 IN $type " . text_octets( $request->{text} );
    my $rdata  = library {
        open my $file, '<:encoding(UTF-8)', \$octets or die $!;
        my @rr = Net::DNS::ZoneFile->new( $file, $request->{origin} )->read;
        die scalar(@rr) . " records\n" unless @rr == 1;
        return $rr[0]->rdata // die $@;
    };
    return { rdata => hexadecimal($rdata) };
}

sub print_text {
    my ( $type, $request ) = @_;
    my $text = library { built( $type, $request )->rdstring };
    return { text => $text };
}

my %ops;
for my $type (qw(NAPTR SRV)) {
    my $kind = lc $type;
    $ops{"$kind.decode"}         = sub { decode( $type, @_ ) };
    $ops{"$kind.decode/message"} = sub { decode_message( $type, @_ ) };
    $ops{"$kind.encode"}         = sub { encode( $type, @_ ) };
    $ops{"$kind.encode/message"} = sub { encode_message( $type, @_ ) };
    $ops{"$kind.scan"}           = sub { scan( $type, @_ ) };
    $ops{"$kind.scan/origin"}    = sub { scan( $type, @_ ) };
    $ops{"$kind.print"}          = sub { print_text( $type, @_ ) };
}
serve( 'Net::DNS', Net::DNS->VERSION, \%ops );
