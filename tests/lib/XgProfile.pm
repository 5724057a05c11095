# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgProfile: reads profiles in the Callgrind format into Perl hashes.
#
# Purpose: one reader for the comparing program and for the checkers of
# programs with known counts.  Handles name compression (also nested, as in
# "(7) (3)'2"), relative and hexadecimal positions, positions line / instr /
# instr line, calls=, jump=, jcnd=, missing trailing zeros, several parts in
# one file.
#
# Usage:
#   use XgProfile;
#   my $p = XgProfile::parse("callgrind.out.1");   # dies with file:line
#   for my $part (@{ $p->{parts} }) {
#       $part->{events}     names, in order        [ "Ir", ... ]
#       $part->{positions}  [ "line" ] or [ "instr", "line" ]
#       $part->{summary}, $part->{totals}          "10 2 3" or undef
#       $part->{self}{FN}{FILE}{POS}               "Ir Dr ..."
#       $part->{arcs}{FN}{FILE}{POS SEP CALLEE SEP TARGETPOS}  "calls Ir ..."
#       $part->{jumps}{FN}{FILE}{POS SEP KIND SEP CALLEE SEP TARGETPOS}
#   }
# FN and CALLEE are object SEP file of the function SEP function name; SEP is
# $XgProfile::SEP.  POS is "line", "0xinstr" or "0xinstr line".  Cost strings
# have no trailing zeros, so that equal costs are equal strings.
#
# parse(FILE, meant => 1) undoes a fault of Callgrind's writer: it
# prints "fi=(n) ???" before a call in code without line information but
# forgets that it did, so that a reader books what follows under ???.  With
# meant => 1 a file change directly before a call holds for that call only,
# call lines do not move the base of relative positions, and a new function
# starts in the file of its own "fl=".

package XgProfile;
use strict;
use warnings;

our $SEP = "\x1f";

# sum of two cost strings, without trailing zeros
sub add {
    my ($a, $b) = @_;
    my @a = split / /, $a;
    my @b = split / /, $b;
    if (@b > @a) { my @t = @a; @a = @b; @b = @t; }
    $a[$_] += $b[$_] for 0 .. $#b;
    return trim(join ' ', @a);
}

# cost text as written -> canonical string
sub canon {
    my ($s) = @_;
    $s =~ tr/\t/ /;
    $s =~ s/^ +| +$//g;
    $s =~ s/ +/ /g;
    $s =~ s/\b0x([0-9a-f]+)\b/hexnum($1)/gei if index($s, 'x') >= 0;
    return trim($s);
}

sub trim {
    my ($s) = @_;
    $s =~ s/(?: 0+)+$//;
    return $s =~ /^0*$/ ? '' : $s;
}

sub hexnum { no warnings 'portable'; return hex($_[0]); }

sub new_part {
    my ($old) = @_;
    return {
        events => undef, positions => ['line'], summary => undef,
        totals => undef, part => undef, thread => undef, desc => [],
        self => {}, arcs => {}, jumps => {}, bodylines => 0,
    };
}

sub parse {
    my ($name, %opt) = @_;
    my $meant = $opt{meant};
    open my $fh, '<', $name or die "$name: $!\n";
    my $fail = sub { die "$name:$.: $_[0]\n" };

    my (%ob, %fl, %fn);    # name compression, one table each
    my %head = (creator => '', pid => undef, cmd => undef);
    my @parts;
    my $part;              # current part, undef before the first key
    my ($obj, $func, $ffile, $file) = ('', '', '', '');
    my ($cobj, $cfile, $cfn);        # set for the next call only
    my ($jfile, $jfn);
    my ($npos, $nev, @last, $instr);       # relative positions' base
    my ($fkey, $cells);              # hash of the current (function, file)
    my $stay;                        # meant: file before a fi= not yet used

    my $expand = sub {
        my ($tab, $text) = @_;
        if ($text =~ /^\((\d+)\)(?:\s+(.*))?$/s) {
            my ($id, $rest) = ($1, $2);
            if (!defined $rest || $rest eq '') {
                my $n = $tab->{$id};
                $fail->("undefined name ($id)") unless defined $n;
                return $n;
            }
            # nested: "(7) (3)'2'(4)"
            $rest =~ s/\((\d+)\)/defined $tab->{$1} ? $tab->{$1} : "($1)"/ge
              if $rest =~ /^\(\d+\)(?:'|$)/;
            return $tab->{$id} = $rest;
        }
        return $text;
    };
    my $start = sub {
        if (!$part || $part->{bodylines}) {
            push @parts, $part = new_part();
            ($obj, $func, $ffile, $file) = ('', '', '', '');
            $cells = undef;
        }
    };
    my $setpos = sub {
        my @p = @{ $part->{positions} };
        $npos = @p;
        $instr = $p[0] eq 'instr';
        $fail->("positions: only line, instr, instr line are known")
          unless "@p" =~ /^(?:line|instr|instr line)$/;
        @last = (0) x $npos;
    };
    my $one = sub {       # one subposition, relative to $_[1]
        my ($t, $base) = @_;
        return $base if $t eq '*';
        my $c = substr($t, 0, 1);
        my $v = $t;
        $v = substr($t, 1) if $c eq '+' || $c eq '-';
        $fail->("bad position '$t'") unless $v =~ /^(?:\d+|0x[0-9a-f]+)$/i;
        $v = hexnum(substr($v, 2)) if $v =~ /^0x/i;
        return $c eq '+' ? $base + $v : $c eq '-' ? $base - $v : $v + 0;
    };
    my $postext = sub {   # positions -> key
        return $_[0] unless $instr;
        return $npos == 2 ? sprintf('0x%x %d', @_) : sprintf('0x%x', $_[0]);
    };
    my $fnkey = sub { join $SEP, $obj, $ffile, $func };

    my $pushed;            # a line read too early
    while (defined(my $l = $pushed // <$fh>)) {
        $pushed = undef;
        chomp $l;
        my $c = ord $l;
        if (($c >= 48 && $c <= 57) || $c == 43 || $c == 45 || $c == 42) {
            # a cost line
            $fail->("cost line before events:")
              unless $part && $part->{events};
            my ($pt, $pt2, $rest, $key);
            if ($npos == 1) { ($pt, $rest) = split / +/, $l, 2; }
            else {
                ($pt, $pt2, $rest) = split / +/, $l, 3;
                $fail->("a position is missing") unless defined $pt2;
                if ($pt2 eq '*') { }
                elsif ($pt2 =~ /^[+-]\d+\z/) { $last[1] += $pt2; }
                else { $last[1] = $one->($pt2, $last[1]); }
            }
            if ($pt eq '*') { }
            elsif ($pt =~ /^[+-]\d+\z/) { $last[0] += $pt; }
            else { $last[0] = $one->($pt, $last[0]); }
            $key = !$instr ? $last[0]
              : $npos == 1 ? sprintf('0x%x', $last[0]) : sprintf('0x%x %d', @last);
            $rest //= '';
            # most lines are canonical as they are
            $rest = canon($rest)
              unless $rest =~ /^\d+(?: \d+)*\z/ && substr($rest, -1) ne '0';
            if ($rest eq '') { next; }
            $fail->("bad cost '$rest'") if $rest =~ /[^0-9 ]/;
            $fail->("more costs than events")
              if ($rest =~ tr/ //) >= $nev;
            $part->{bodylines}++;
            $stay = undef;
            $cells //= $part->{self}{ $fkey = $fnkey->() }{$file} //= {};
            $cells->{$key} = exists $cells->{$key}
              ? add($cells->{$key}, $rest) : $rest;
            next;
        }
        next if $l eq '' || $c == 35;
        if ($l =~ /^(f[nlie]|ob|c(?:fn|fi|fl|ob)|j(?:fn|fi|fl|ob))=\s*(.*)$/s) {
            my ($k, $v) = ($1, $2);
            $fail->("$k= before the header") unless $part;
            $part->{bodylines}++;
            if ($k eq 'fn') {
                $func = $expand->(\%fn, $v);
                $file = $ffile if $meant;
                $ffile = $file unless $meant;
                $cells = $stay = undef;
            } elsif ($k eq 'fl') {
                $file = $ffile = $expand->(\%fl, $v);
                $cells = $stay = undef;
            } elsif ($k eq 'fi' || $k eq 'fe') {
                $stay = $file if $meant;
                $file = $expand->(\%fl, $v);
                $cells = undef;
            } elsif ($k eq 'ob')  { $obj = $expand->(\%ob, $v); $cells = undef; }
            elsif ($k eq 'cfn')   { $cfn   = $expand->(\%fn, $v); }
            elsif ($k eq 'cob')   { $cobj  = $expand->(\%ob, $v); }
            elsif ($k eq 'jfn')   { $jfn   = $expand->(\%fn, $v); }
            elsif ($k =~ /^j/)    { $jfile = $expand->(\%fl, $v); }
            else                  { $cfile = $expand->(\%fl, $v); }
            next;
        }
        if ($l =~ /^(calls|jump|jcnd)=\s*(.*)$/) {
            my ($kind, $v) = ($1, $2);
            $fail->("$kind= before events:") unless $part && $part->{events};
            my @t = split m{[ \t/]+}, $v;
            my $n = $kind eq 'jcnd' ? 2 : 1;
            $fail->("$kind= needs $n counts and $npos positions")
              unless @t == $n + $npos;
            my @count = map { /^0x/ ? hexnum(substr $_, 2) : $_ } splice @t, 0, $n;
            $fail->("bad count in $kind=") if grep { !/^\d+$/ } @count;
            my @target = map { $one->($t[$_], $last[$_]) } 0 .. $npos - 1;
            my $m = <$fh>;
            $fail->("a line must follow $kind=") unless defined $m;
            chomp $m;
            my @m = split ' ', $m, $npos + 1;
            $fail->("a position line must follow $kind=") if @m < $npos;
            my @at = map { $one->($m[$_], $last[$_]) } 0 .. $npos - 1;
            my $cost = canon($m[$npos] // '');
            $fail->("bad cost '$cost'") if $cost =~ /[^0-9 ]/;
            $fail->("more costs than events")
              if ($cost =~ tr/ //) >= @{ $part->{events} };
            $part->{bodylines}++;
            my $before = $stay // $file;   # what Callgrind's writer thinks it is
            my $fk = $fnkey->();
            if ($kind eq 'calls') {
                $fail->("calls= without cfn=") unless defined $cfn;
                my $key = join $SEP, $postext->(@at), $cobj // $obj,
                  $cfile // ($meant ? $before : $file), $cfn, $postext->(@target);
                my $h = $part->{arcs}{$fk}{$file} //= {};
                my $val = "$count[0] $cost";
                $val =~ s/ $//;
                $h->{$key} = exists $h->{$key} ? add($h->{$key}, $val) : $val;
                ($cobj, $cfile, $cfn) = (undef, undef, undef);
            } else {
                my $key = join $SEP, $postext->(@at), $kind, $obj,
                  $jfile // ($meant ? $before : $file), $jfn // $func,
                  $postext->(@target);
                my $h = $part->{jumps}{$fk}{$file} //= {};
                my $val = "@count";
                $h->{$key} = exists $h->{$key} ? add($h->{$key}, $val) : $val;
                ($jfile, $jfn) = (undef, undef);
            }
            if (!$meant) { @last = @at; }
            else {
                # The change of file holds for all calls of this
                # instruction; it ends with the next cost line or position.
                $pushed = <$fh>;
                if (defined $stay
                    && (!defined $pushed || $pushed !~ /^(?:c..=|calls|j)/)) {
                    $file = $stay;
                    $stay = $cells = undef;
                }
            }
            next;
        }
        if ($l =~ /^([a-z]+):\s*(.*?)\s*$/i) {
            my ($k, $v) = ($1, $2);
            if ($k eq 'version' || $k eq 'creator' || $k eq 'pid' || $k eq 'cmd') {
                $start->() if $k eq 'pid' || $k eq 'cmd';
                $head{$k} //= $v;
                $head{$k} = $v if $k eq 'creator';
                $fail->("version $v is not 1") if $k eq 'version' && $v ne '1';
                next;
            }
            if ($k eq 'totals') {
                $fail->("totals: before the header") unless $part;
                $part->{totals} = canon($v);
                $part->{bodylines}++;    # what follows is a new part
                next;
            }
            $start->();
            if ($k eq 'events') {
                $fail->("a second events: in one part") if $part->{events};
                $part->{events} = [ split ' ', $v ];
                $nev = @{ $part->{events} };
                $setpos->();
            } elsif ($k eq 'positions') {
                $part->{positions} = [ split ' ', $v ];
                $setpos->();
            } elsif ($k eq 'summary') { $part->{summary} = canon($v); }
            elsif ($k eq 'part' || $k eq 'thread') { $part->{$k} = $v; }
            elsif ($k eq 'desc') { push @{ $part->{desc} }, $v; }
            elsif ($k ne 'event') { $fail->("unknown key '$k:'"); }
            next;
        }
        $fail->("not understood: '$l'");
    }
    close $fh;
    die "$name: empty\n" unless @parts;
    for (@parts) { die "$name: a part without events:\n" unless $_->{events}; }
    return { %head, parts => \@parts };
}

# self cost per function: { FN => "Ir ..." }
sub self_by_fn {
    my ($part) = @_;
    my %r;
    for my $fn (keys %{ $part->{self} }) {
        my $s = '';
        for my $f (values %{ $part->{self}{$fn} }) {
            $s = add($s, $_) for values %$f;
        }
        $r{$fn} = $s;
    }
    return \%r;
}

1;
