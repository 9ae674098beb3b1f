#!/usr/bin/perl
# Net::DNS behind the adapter protocol.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/kit";
use SnarpKit;
use Net::DNS;
use Net::DNS::ZoneFile;

my %theirs = ( services => 'service' );    # the one field with another name

# The fields of a record. Its accessors turn octets into characters, for good
# where they are no UTF-8; the last of its tokens are the same fields without
# loss. Of a record without RDATA the accessors make zeros and nothing.
sub shown {
    my ( $type, $rr ) = @_;
    my @fields = @{ $FIELDS{$type} };
    my @tokens = length $rr->rdstring ? $rr->token : ('') x @fields;
    my %token;
    @token{@fields} = @tokens[ -@fields .. -1 ];
    return {
        map {
            /flags|services|regexp|replacement|target/
              ? ( "${_}_text" => $token{$_} )
              : ( $_ => $rr->$_ )
        } @fields
    };
}

# Net::DNS takes the fields of a record as zone-file text.
sub built {
    my ( $type, $record ) = @_;
    my %fields;
    for my $field ( keys %$record ) {
        my $value = $record->{$field};
        $value = in_escapes($value) if $field =~ /flags|services|regexp/;
        $value = name_in_escapes($value) if $field =~ /replacement|target/;
        $fields{ $theirs{$field} // $field } = $value;
    }
    return Net::DNS::RR->new( type => $type, %fields );
}

sub decode {
    my ( $type, $rdata ) = @_;
    return library {
        shown( $type, Net::DNS::RR->new( type => $type, rdata => $rdata ) );
    };
}

sub decode_message {
    my ( $type, $octets ) = @_;
    my $packet = Net::DNS::Packet->decode( \$octets );
    refuse($@) if $@;
    return library {
        my @records = grep { $_->type eq $type } $packet->answer;
        return [ map { shown( $type, $_ ) } @records ];
    };
}

sub encode {
    my ( $type, $record ) = @_;
    return library { built( $type, $record )->rdata };
}

sub encode_message {
    my ( $type, $record, $owner ) = @_;
    return library {
        my $name   = name_in_escapes($owner);
        my $packet = Net::DNS::Packet->new( $name, $type );
        my $rr     = built( $type, $record );
        $rr->owner($name);
        $packet->push( answer => $rr );
        return $packet->data;
    };
}

# Zone files are UTF-8 where nothing else is said: Net::DNS::ZoneFile opens
# them so.
sub scan {
    my ( $type, $text, $origin ) = @_;
    my $octets = ". 0 IN $type $text";
    return library {
        open my $file, '<:encoding(UTF-8)', \$octets or die $!;
        my @rr = Net::DNS::ZoneFile->new( $file, $origin )->read;
        die scalar(@rr) . " records\n" unless @rr == 1;
        return $rr[0]->rdata // die $@;
    };
}

sub print_text {
    my ( $type, $record ) = @_;
    my $line = library { built( $type, $record )->string };
    return $line =~ s/^\.\s+IN\s+$type\s+//r;
}

serve(
    'Net::DNS',
    Net::DNS->VERSION,
    {
        'decode'         => \&decode,
        'decode/message' => \&decode_message,
        'encode'         => \&encode,
        'encode/message' => \&encode_message,
        'scan'           => \&scan,
        'scan/origin'    => \&scan,
        'print'          => \&print_text,
    }
);
