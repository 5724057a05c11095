# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgTrace: a program's trace by Lackey, what the simulator of tests/property/simulator computes from it, and how
# that differs from Xgrind's profile of the same program.
#
# Usage:
#   XgTrace::prepare($suite);                             # Lackey of the same Valgrind, and the simulator: built once
#   my $trace = XgTrace::trace($suite, $dir, $program);   # file name
#   my $profile = XgTrace::profile($suite, $dir, $program, '--D1=1024,2,64', ...);   # { events, self, by_name, data }
#   my $model = XgTrace::simulate($suite, $trace, 'D1=1024,2,64', ...);              # likewise
#   my @lines = XgTrace::differences($profile, $model, XgTrace::functions($program));  # none if all is equal

package XgTrace;
use strict;
use warnings;
use Digest::SHA ();
use FindBin ();
use JSON::PP ();
use List::Util qw(max sum0);
use XgProfile ();
use XgTest ();

my ($lackey, $simulator);

# Lackey is not among the tools that are built, but its source is there, and what it is linked from.
sub prepare {
    my ($s) = @_;
    my $v = XgTest::valgrind_source($s->{build});
    my ($os, $arch) = (linux => XgTest::platform($s->{build}) =~ /^(\w+)-/);
    $arch eq 'amd64' or die "the traces are of programs for amd64\n";
    my $name = "$arch-$os";
    my $defines = "-DHAVE_CONFIG_H -DVGA_$arch=1 -DVGO_$os=1 -DVGP_${arch}_$os=1 -DVGPV_${arch}_${os}_vanilla=1";
    $lackey = XgTest::program($s->{build}, "lackey-$name", "cd '$v/coregrind' && gcc -m64 -O2 -fno-stack-protector -fno-strict-aliasing -fno-builtin"
        . " -fomit-frame-pointer $defines -I.. -I../include -I../VEX/pub -c -o OUT.o ../lackey/lk_main.c && ./link_tool_exe_linux 0x58000000"
        . " gcc -o OUT -m64 -O2 -static -nodefaultlibs -nostartfiles -u _start OUT.o libcoregrind-$name.a ../VEX/libvex-$name.a -lgcc libgcc-sup-$name.a");
    my $there = "$s->{lib}/lackey-$name";
    symlink $lackey, $there or die "$there: $!\n" unless -e $there;
    my $sources = "$FindBin::RealBin/simulator";
    my $state = Digest::SHA::sha1_hex(map { XgTest::slurp($_) } sort glob "\Q$sources\E/*");
    $simulator = XgTest::program($s->{build}, 'simulator', "g++ -std=c++17 -O2 -Wall -Wextra -Werror -o OUT '$sources'/*.cc # $state");
    return;
}

# Environment, arguments and folder are those of the run under Xgrind, so that the stack is where it is there.
sub trace {
    my ($s, $dir, $program) = @_;
    my @valgrind = map { s/^--tool=.*/--tool=lackey/r } XgTest::xgrind($s);
    my $status = XgTest::run_in($dir, 120, @valgrind, qw(--trace-mem=yes --basic-counts=no --vex-guest-chase=no --vex-iropt-unroll-thresh=0
        --log-file=trace), $program);
    die "Lackey ended with status $status: " . XgTest::slurp("$dir/stderr") if $status;
    return "$dir/trace";
}

# Runs the program under Xgrind.  `self`: costs by address and event; `by_name`: by function and event; `data`: the data file.
sub profile {
    my ($s, $dir, $program, @options) = @_;
    my $status = XgTest::run_in($dir, 120, XgTest::xgrind($s), qw(--callgrind-out-file=out --data-out-file=data --dump-instr=yes), @options, $program);
    die "Xgrind ended with status $status: " . XgTest::slurp("$dir/stderr") if $status;
    my $part = XgProfile::parse("$dir/out")->{parts}[0];
    my @events = @{ $part->{events} };
    my %profile = (events => \@events, self => {}, by_name => {}, data => -e "$dir/data" ? JSON::PP::decode_json(XgTest::slurp("$dir/data")) : undef);
    for my $fn (keys %{ $part->{self} }) {
        my $name = $fn =~ s/.*\x1f//r =~ s/'\d+\z//r;
        for my $of_file (values %{ $part->{self}{$fn} }) {
            for my $place (keys %$of_file) {
                my ($address) = $place =~ /^(0x[0-9a-f]+)/;
                my @cost = split / /, $of_file->{$place};
                for (0 .. $#cost) {
                    $profile{self}{$address}{ $events[$_] } += $cost[$_];
                    $profile{by_name}{$name}{ $events[$_] } += $cost[$_];
                }
            }
        }
    }
    my @totals = split / /, $part->{totals} // $part->{summary};
    $profile{totals} = { map { $events[$_] => $totals[$_] // 0 } 0 .. $#events };
    return \%profile;
}

# What the simulator computes; its options are NAME=VALUE.  `self` as that of profile().
sub simulate {
    my ($s, $trace, @options) = @_;
    my @command = ($simulator, $trace, @options);
    open my $in, '-|', @command or die "$simulator: $!\n";
    my (@events, %model);
    while (<$in>) {
        my ($key, @words) = split;
        if    ($key eq 'events') { @events = @words; }
        elsif ($key =~ /^0x/)    { @{ $model{self}{$key} }{@events} = @words; }
        else                     { push @{ $model{$key} }, \@words; }
    }
    close $in or die "@command failed\n";
    return \%model;
}

# Functions of a program by its symbol table: [ address, end, name ], by address.
sub functions {
    my ($program) = @_;
    my %at;
    for (split /\n/, `nm -S --defined-only '$program'`) {
        my ($address, $size, $name) = /^([0-9a-f]+) ([0-9a-f]+) [TtWwiu] (\S+)$/ or next;
        $at{ hex $address } //= [ hex $address, hex($address) + hex $size, $name ];
    }
    return [ map { $at{$_} } sort { $a <=> $b } keys %at ];
}

# The name of the function that has an address, '' if none has.
sub function_at {
    my ($functions, $address) = @_;
    my ($low, $high) = (0, scalar @$functions);
    while ($low < $high) {
        my $middle = ($low + $high) >> 1;
        if ($functions->[$middle][0] <= $address) { $low = $middle + 1; }
        else                                      { $high = $middle; }
    }
    return '' if !$low || $address >= $functions->[ $low - 1 ][1];
    return $functions->[ $low - 1 ][2];
}

# The differences, in words: of totals, of functions (those whose names match), of instructions.  Of what other functions store
# something is read by system calls, which a trace does not show.
sub differences {
    my ($profile, $model, $functions, $own) = @_;
    my (@lines, %total, %of_function);
    my %self = (%{ $profile->{self} }, %{ $model->{self} });
    my @addresses = sort { hex $a <=> hex $b } keys %self;
    my @events = grep { exists +(values %{ $model->{self} })[0]->{$_} } @{ $profile->{events} };
    for my $address (@addresses) {
        my $name = function_at($functions, hex $address);
        for my $event ($name =~ $own ? @events : grep { !/^Sb/ } @events) {
            my ($got, $want) = map { $_->{self}{$address}{$event} // 0 } $profile, $model;
            $total{$event} += $want;
            $of_function{$name}{$event} += $want;
            push @lines, [ 2, "$event of $address, in $name: $got, must be $want" ] if $got != $want;
        }
    }
    for my $event (grep { !/^Sb/ } @events) {
        my $got = $profile->{totals}{$event};
        push @lines, [ 0, "$event of the program: $got, must be $total{$event}" ] if $got != $total{$event};
    }
    for my $name (grep { $_ =~ $own } sort keys %of_function) {
        for my $event (@events) {
            my ($got, $want) = ($profile->{by_name}{$name}{$event} // 0, $of_function{$name}{$event});
            push @lines, [ 1, "$event of $name: $got, must be $want" ] if $got != $want;
        }
    }
    return (map { $_->[1] } sort { $a->[0] <=> $b->[0] } @lines), curve_differences($profile, $model, $own), flow_differences($profile, $model, $own);
}

# Sizes, and the misses of the program and of functions whose names match.
sub curve_differences {
    my ($profile, $model, $own) = @_;
    return if !$model->{curve};
    my $curves = $profile->{data}{miss_curves} or return 'miss curves: none';
    my @lines;
    my %want = map { $_->[0] => [ @$_[ 1 .. $#$_ ] ] } @{ $model->{curve} };
    my $sizes = $curves->{sizes_B};
    my @want_sizes = @{ $model->{sizes}[0] }[ 0 .. $#$sizes ];
    return "sizes of miss curves: @$sizes, must be @want_sizes" if "@$sizes" ne join ' ', map { $_ // '' } @want_sizes;
    my %got = ('.' => [ [ $curves->{program}{accesses}, @{ $curves->{program}{misses} } ] ]);
    for (@{ $curves->{functions} }) {
        push @{ $got{ $profile->{data}{functions}[ $_->{function} ]{name} } }, [ $_->{self}{accesses}, @{ $_->{self}{misses} } ] if $_->{self}{accesses};
    }
    for my $name (grep { $_ eq '.' || $_ =~ $own } sort keys %want) {
        my @want = @{ $want{$name} }[ 0 .. @$sizes ];
        my @got = (0) x @want;
        for my $one (@{ $got{$name} // [] }) { $got[$_] += $one->[$_] for 0 .. $#want; }
        push @lines, "miss curve of $name: accesses and misses @got, must be @want" if "@got" ne "@want" || $want{$name}[-1] != $want[-1];
    }
    return @lines;
}

# Bytes that functions whose names match have read of what such functions have stored.
sub flow_differences {
    my ($profile, $model, $own) = @_;
    my $found = $profile->{data}{dependences} or return;
    my @name = map { defined $_->{function} ? $profile->{data}{functions}[ $_->{function} ]{name} : $_->{region} } @{ $found->{units} };
    my (%got, %want);
    for (grep { $name[ $_->[0] ] =~ $own && $name[ $_->[1] ] =~ $own } @{ $found->{flows} }) {
        my $n = $got{"$name[$_->[0]] to $name[$_->[1]]"} //= [ 0, 0 ];
        $n->[0] += $_->[3];
        $n->[1] += $_->[4];
    }
    for (@{ $model->{flow} }) { $want{"$_->[0] to $_->[1]"} = [ @$_[ 2, 3 ] ]; }
    my @lines;
    for my $pair (sort keys %{ { %got, %want } }) {
        my ($got, $want) = map { join ', first ', @{ $_->{$pair} // [ 0, 0 ] } } \%got, \%want;
        push @lines, "bytes from $pair: $got, must be $want" if $got ne $want;
    }
    return @lines;
}

1;
