package SnarpKit;

# The adapter protocol (docs/adapter-protocol.md) for adapters in Perl.
#
# An adapter has one sub for each thing that its implementation can do, all of
# them with the type of record first, 'NAPTR' or 'SRV', and calls serve().
#
#   decode(TYPE, RDATA)             a record
#   decode_message(TYPE, MESSAGE)   the records of its answer section, a list
#   encode(TYPE, RECORD)            a message, the record its first answer
#   scan(TYPE, TEXT, ORIGIN)        RDATA
#   print_text(TYPE, RECORD)        text
#
# A record is a hash reference with the fields in %FIELDS and the owner, the
# root where the request has none: numbers, and strings of octets. In a result
# it is a reference to the tokens of its zone-file text, in their order; what
# the implementation left out at the end is 0 or nothing.
#
# A die in there is the refusal of the input, for Perl does not tell whose it
# is; only a call of what does not exist is a fault, and ends the adapter.

use strict;
use warnings;
use JSON::XS ();
use Exporter 'import';

our %FIELDS = (
    NAPTR => [qw(order preference flags services regexp replacement)],
    SRV   => [qw(priority weight port target)],
);
my $number = qr/^(?:order|preference|priority|weight|port)$/;
my $name   = qr/^(?:owner|replacement|target)$/;

our @EXPORT = qw(in_escapes text_file unsupported serve);

my $json = JSON::XS->new->utf8->ascii->canonical;

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

# text_file(OCTETS): a file of this text, as files are opened: in UTF-8 nearly
# everywhere.
sub text_file {
    my ($octets) = @_;
    open my $file, '<:encoding(UTF-8)', \$octets or die $!;
    return $file;
}

# in_escapes(RECORD): the fields of a record, a hash, as zone-file text in which
# all but letters and digits is escaped.
sub in_escapes {
    my ($record) = @_;
    return map {
        my $value = $record->{$_};
        $_ => /$number/ ? $value : /$name/ ? name_text($value) : escaped($value)
    } keys %$record;
}

sub escaped {
    return join '',
      map { chr =~ /[A-Za-z0-9]/ ? chr : sprintf '\\%03d', $_ }
      unpack 'C*', $_[0];
}

# An uncompressed name in wire form as such text, with its final dot.
sub name_text {
    my ($name) = @_;
    my $text = '';
    while ( $name =~ /\G([\1-\77])/gc ) {
        my $size = ord $1;
        $name =~ /\G(.{$size})/gcs or last;
        $text .= escaped($1) . '.';
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
    my %given = ( owner => octets( $request->{owner} // '00' ) );
    for my $field ( @{ $FIELDS{$type} } ) {
        my $value = $request->{$field};
        $given{$field} = $field =~ $number ? $value : octets($value);
    }
    return \%given;
}

sub shown {
    my ( $type, $tokens ) = @_;
    my %shown;
    for my $i ( 0 .. $#{ $FIELDS{$type} } ) {
        my $field = $FIELDS{$type}[$i];
        if ( $field =~ $number ) { $shown{$field} = 0 + ( $tokens->[$i] // 0 ) }
        else { $shown{"${field}_text"} = $tokens->[$i] // '' }
    }
    return \%shown;
}

# What the adapter's sub gives for a request, by the names of the subs.
my %calls = (
    decode => sub {
        my ( $type, $request ) = @_;
        my ($record) = ask( 'decode', $type, octets( $request->{rdata} ) );
        return shown( $type, $record );
    },
    decode_message => sub {
        my ( $type, $request ) = @_;
        my $message = octets( $request->{message} );
        my @records = ask( 'decode_message', $type, $message );
        return { records => [ map { shown( $type, $_ ) } @records ] };
    },
    encode => sub {
        my ( $type, $request ) = @_;
        my ($message) = ask( 'encode', $type, given( $type, $request ) );
        return { rdata => hexadecimal( rdata_in_answer($message) ) };
    },
    scan => sub {
        my ( $type, $request ) = @_;
        my $text = text_octets( $request->{text} );
        my ($rdata) = ask( 'scan', $type, $text, $request->{origin} );
        return { rdata => hexadecimal($rdata) };
    },
    print_text => sub {
        my ( $type, $request ) = @_;
        my ($text) = ask( 'print_text', $type, given( $type, $request ) );
        return { text => $text };
    },
);

my %caps = (
    decode         => ['decode'],
    decode_message => ['decode/message'],
    encode         => [ 'encode', 'encode/message' ],
    scan           => [ 'scan',   'scan/origin' ],
    print_text     => ['print'],
);

# ask(SUB, ...): what it returns, a list, or the refusal of the input. Where
# Perl died, which changes from request to request, is left out.
sub ask {
    my ( $sub, @given ) = @_;
    my @result;
    return @result if eval { @result = main->can($sub)->(@given); 1 };
    die $@ if ref $@ || $@ =~ /^(?:Undefined sub|Can't locate object method)/;
    my $words = $@;
    $words =~ s/,? (?:at|file) \S+ line \d+//g;
    $words =~ s/, <\S+> (?:line|chunk) \d+//g;
    $words =~ s/[.\s]+$//;
    $words =~ s/\s+/ /g;
    die bless \$words, 'SnarpKit::Refusal';
}

# serve(NAME, VERSION): answers until the input ends.
sub serve {
    my ( $name, $version ) = @_;
    my @caps = map { @{ $caps{$_} } } grep { main->can($_) } sort keys %caps;
    my %hello = (
        proto   => 1,
        name    => $name,
        version => "$version",
        caps    => [ map { ( "naptr.$_", "srv.$_" ) } @caps ],
    );
    local $| = 1;
    while ( my $line = <STDIN> ) {
        my $request = $json->decode($line);
        my $answer =
          $request->{op} eq 'hello'
          ? \%hello
          : { id => $request->{id}, outcome($request) };
        print $json->encode($answer), "\n";
    }
    return;
}

sub outcome {
    my ($request) = @_;
    return ok => echo($request) if $request->{op} eq 'echo';
    my ( $kind, $sub ) = split /[.]/, $request->{op};
    $sub = 'decode_message' if exists $request->{message};
    $sub = 'print_text'     if $sub eq 'print';
    return unsupported => "no $sub" unless $calls{$sub} && main->can($sub);
    my $result = eval { $calls{$sub}->( uc $kind, $request ) };
    return ok          => $result if $result;
    return reject      => ${$@} if ref $@ eq 'SnarpKit::Refusal';
    return unsupported => ${$@} if ref $@ eq 'SnarpKit::Unsupported';
    die $@;
}

sub echo {
    my ($request) = @_;
    return {
        octets => hexadecimal( octets( $request->{octets} ) ),
        text   => octets_text( text_octets( $request->{text} ) ),
    };
}

1;
