package SnarpKit;

# The adapter protocol (docs/adapter-protocol.md) for adapters in Perl.
#
# An adapter gives serve() one sub for each thing that its implementation can
# do, all of them with the type of record first, 'NAPTR' or 'SRV':
#
#   decode(TYPE, RDATA)                     a record
#   decode/message(TYPE, MESSAGE)           a reference to a list of records
#   encode(TYPE, RECORD)                    RDATA
#   encode/message(TYPE, RECORD, OWNER)     a message, the record its answer
#   scan(TYPE, TEXT, ORIGIN)                RDATA
#   scan/origin(TYPE, TEXT, ORIGIN)         RDATA
#   print(TYPE, RECORD)                     text
#
# A record is a hash reference with the fields in %FIELDS: numbers, and strings
# of octets; in a result FIELD_text is presentation text.
#
# The adapter calls its library inside `library { ... }`, whose one value it
# returns; a die in there is the refusal of the input. All other dies are faults
# of the adapter and end it.

use strict;
use warnings;
use JSON::XS ();
use Exporter 'import';

our %FIELDS = (
    NAPTR => [qw(order preference flags services regexp replacement)],
    SRV   => [qw(priority weight port target)],
);
my $number = qr/^(?:order|preference|priority|weight|port)$/;

our @EXPORT = qw(%FIELDS library refuse unsupported in_escapes
  name_in_escapes serve);

my $json = JSON::XS->new->utf8->ascii->canonical;

# library { ... }: the value of the block, or the refusal of the input.
sub library(&) {
    my ($block) = @_;
    my $value;
    return $value if eval { $value = $block->(); 1 };
    die $@ if ref $@ eq 'SnarpKit::Unsupported';
    refuse( ref $@ eq 'SnarpKit::Refusal' ? ${$@} : $@ );
}

# refuse(WORDS): for libraries that refuse without dying. Where Perl died, which
# changes from request to request, is left out.
sub refuse {
    my ($words) = @_;
    $words =~ s/,? (?:at|file) \S+ line \d+//g;
    $words =~ s/, <\S+> (?:line|chunk) \d+//g;
    $words =~ s/[.\s]+$//;
    $words =~ s/\s+/ /g;
    die bless \$words, 'SnarpKit::Refusal';
}

# unsupported(WHY): the implementation cannot be asked this.
sub unsupported {
    my ($why) = @_;
    die bless \$why, 'SnarpKit::Unsupported';
}

# Octets of a request from hexadecimal, and of an answer to it.
sub octets      { return pack 'H*', $_[0] }
sub hexadecimal { return unpack 'H*', $_[0] }

# The octets of zone-file text and back; one character stands for one octet.
sub text_octets { return join '', map { pack 'C', ord } split //, $_[0] }
sub octets_text { return join '', map { chr } unpack 'C*', $_[0] }

# Octets as zone-file text in which all but letters and digits is escaped.
sub in_escapes {
    return join '',
      map { chr =~ /[A-Za-z0-9]/ ? chr : sprintf '\\%03d', $_ }
      unpack 'C*', $_[0];
}

# An uncompressed name in wire form as such text, with its final dot.
sub name_in_escapes {
    my ($name) = @_;
    my $text = '';
    while ( $name =~ /\G([\1-\77])/gc ) {
        my $size = ord $1;
        $name =~ /\G(.{$size})/gcs or last;
        $text .= in_escapes($1) . '.';
    }
    unsupported('these octets are no name, and it takes text')
      unless $name =~ /\G\0\z/;
    return length $text ? $text : '.';
}

# The octets of the RDATA of the first record of a message that the
# implementation wrote with one question, just as they stand there.
sub rdata_in_answer {
    my ($message) = @_;
    my $at = past_name( $message, past_name( $message, 12 ) + 4 ) + 8;
    return unpack "\@$at n/a", $message;
}

sub past_name {
    my ( $message, $at ) = @_;
    while ( my $size = ord substr $message, $at, 1 ) {
        return $at + 2 if $size >= 0xc0;
        $at += 1 + $size;
    }
    return $at + 1;
}

# The record of a request, and one as an answer has it.
sub given {
    my ( $type, $request ) = @_;
    return { map { $_ => /$number/ ? $request->{$_} : octets( $request->{$_} ) }
          @{ $FIELDS{$type} } };
}

sub shown {
    my ($record) = @_;
    my %shown = %$record;
    for my $field ( keys %shown ) {
        if    ( $field =~ $number ) { $shown{$field} += 0 }
        elsif ( $field !~ /_text$/ ) {
            $shown{$field} = hexadecimal( $shown{$field} );
        }
    }
    return \%shown;
}

my %calls = (
    'decode' => sub {
        my ( $sub, $type, $request ) = @_;
        return shown( $sub->( $type, octets( $request->{rdata} ) ) );
    },
    'decode/message' => sub {
        my ( $sub, $type, $request ) = @_;
        my $records = $sub->( $type, octets( $request->{message} ) );
        return { records => [ map { shown($_) } @$records ] };
    },
    'encode' => sub {
        my ( $sub, $type, $request ) = @_;
        my $rdata = $sub->( $type, given( $type, $request ) );
        return { rdata => hexadecimal($rdata) };
    },
    'encode/message' => sub {
        my ( $sub, $type, $request ) = @_;
        my $message = $sub->(
            $type,
            given( $type, $request ),
            octets( $request->{owner} )
        );
        return { rdata => hexadecimal( rdata_in_answer($message) ) };
    },
    'scan' => sub {
        my ( $sub, $type, $request ) = @_;
        my $text = text_octets( $request->{text} );
        my $rdata = $sub->( $type, $text, $request->{origin} );
        return { rdata => hexadecimal($rdata) };
    },
    'print' => sub {
        my ( $sub, $type, $request ) = @_;
        return { text => $sub->( $type, given( $type, $request ) ) };
    },
);
$calls{'scan/origin'} = $calls{scan};

# serve(NAME, VERSION, {decode => SUB, ...}): answers until the input ends.
sub serve {
    my ( $name, $version, $subs ) = @_;
    my %caps;
    for my $type ( sort keys %FIELDS ) {
        $caps{ lc($type) . ".$_" } = [ $calls{$_}, $subs->{$_}, $type ]
          for keys %$subs;
    }
    local $| = 1;
    while ( my $line = <STDIN> ) {
        my $request = $json->decode($line);
        my $answer =
          $request->{op} eq 'hello'
          ? {
            proto   => 1,
            name    => $name,
            version => "$version",
            caps    => [ sort keys %caps ]
          }
          : { id => $request->{id}, outcome( $request, \%caps ) };
        print $json->encode($answer), "\n";
    }
    return;
}

sub outcome {
    my ( $request, $caps ) = @_;
    return ok => echo($request) if $request->{op} eq 'echo';
    my $cap = cap_of($request);
    return unsupported => "no $cap" unless $caps->{$cap};
    my ( $call, $sub, $type ) = @{ $caps->{$cap} };
    my $result = eval { $call->( $sub, $type, $request ) };
    return ok          => $result if $result;
    return reject      => ${$@} if ref $@ eq 'SnarpKit::Refusal';
    return unsupported => ${$@} if ref $@ eq 'SnarpKit::Unsupported';
    die $@;
}

sub cap_of {
    my ($request) = @_;
    return "$request->{op}/message"
      if exists $request->{message} || exists $request->{owner};
    return "$request->{op}/origin" if ( $request->{origin} // '.' ) ne '.';
    return $request->{op};
}

sub echo {
    my ($request) = @_;
    return {
        octets => hexadecimal( octets( $request->{octets} ) ),
        text   => octets_text( text_octets( $request->{text} ) ),
    };
}

1;
