# SPDX-License-Identifier: GPL-3.0-or-later
#
# Placement: what bench/study computes from profiles by memory object and from
# what xgrind_advise says about them.  It shares no code with the advisor, so
# that check() is an independent computation (docs/advise.md has the formulas).
#
# Usage:
#   my $memories = read_memories($file);             # the fastest first
#   my $profile  = read_profile($file);              # docs/data-format.md
#   my $places   = check($profile, $advice, $memories, $baseline);
#                        # dies with a sentence unless all figures add up;
#                        # $places->{greedy|exact}{key of object} = memory
#   my $got = achieved($full, $profile, $places->{exact}, $memories, $baseline);
#                        # a sampled choice, with the misses of the full profile
#   my $error = errors($full, $profile, $places->{exact}, $memories, $baseline);

package Placement;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use List::Util qw(sum0);

our @EXPORT_OK = qw(read_memories parse_json read_profile check achieved agreement errors);

my $CPI        = 1;     # the advisor's defaults
my $LL_LATENCY = 20;
my %CANNOT_MOVE = map { $_ => 1 } qw(stack brk code unknown);
my %UNIT = ('' => 1, k => 1 << 10, M => 1 << 20, G => 1 << 30);

sub slurp {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!\n";
    local $/;
    return <$in> // '';
}

sub parse_json {
    my ($what, $text) = @_;
    return eval { JSON::PP->new->utf8->decode($text) } // die "$what: $@";
}

# Name, latency in cycles, size in bytes and whether it is the main memory.
sub read_memories {
    my ($file) = @_;
    my @memories;
    for (split /\n/, slurp($file)) {
        s/#.*//;
        next unless /\S/;
        my ($name, $latency, $number, $unit, $main) = /^(\S+)\s+(\d+)\s+(\d+)([kMG]?)(?:\s+(main))?\s*$/
          or die "$file: this is no memory: $_\n";
        push @memories, { name => $name, latency => $latency, size_B => $number * $UNIT{$unit}, main => $main };
    }
    return [ sort { $a->{latency} <=> $b->{latency} } @memories ];
}

# The calls that allocated an object, innermost first, as "function file:line".
sub calls_of {
    my ($data, $object) = @_;
    return if !defined $object->{stack};
    return map {
        my ($function, $line) = @$_;
        my $f = $data->{functions}[$function];
        "$f->{name} " . ($f->{file} =~ s{.*/}{}r) . ":$line"
    } @{ $data->{stacks}[ $object->{stack} ] };
}

# What tells an object from the others of its program, in every run.
sub key_of {
    my ($data, $object) = @_;
    my $module = ($object->{module} // '') =~ s{.*/}{}r;
    return join '|', $object->{kind}, $object->{name} // '', $module, calls_of($data, $object);
}

# A name for people: the calls below main.
sub label_of {
    my ($data, $object) = @_;
    my @calls;
    for (calls_of($data, $object)) {
        last if /^main /;
        push @calls, $_;
    }
    return join ' < ', $object->{name} // (), @calls ? @calls : defined $object->{name} ? () : $object->{kind};
}

# Has the dynamic loader mapped it?  The innermost call is in it, or it is its cache of names.
sub is_of_loader {
    my ($data, $object) = @_;
    return 0 unless $object->{kind} eq 'mmap';
    return ($object->{name} // '') eq '/etc/ld.so.cache' unless defined $object->{stack};
    my $function = $data->{functions}[ $data->{stacks}[ $object->{stack} ][0][0] ];
    return 1 if index($function->{name} // '', '_dl_') == 0;
    my $module = (split m{/}, $function->{module} // '')[-1] // '';
    return $module =~ /^ld-linux[^.]*\.so|^ld-[0-9][0-9.]*so|^ld64\.so/ ? 1 : 0;
}

# Instructions, totals and objects; misses are estimates if it was sampled.
sub read_profile {
    my ($file) = @_;
    my $data = parse_json($file, slurp($file));
    my %at = map { $data->{events}[$_] => $_ } 0 .. $#{ $data->{events} };
    my $figures = $data->{sampling} ? 'estimate' : 'cost';
    my (@objects, %n_of);
    for my $o (@{ $data->{objects} }) {
        my $key = key_of($data, $o);
        my $own = $o->{kind} eq 'mmap' && ($o->{name} // '') eq "(allocators' own)";
        push @objects, {
            id        => $o->{id},
            key       => $n_of{$key}++ ? "$key #$n_of{$key}" : $key,
            label     => label_of($data, $o),
            size_B    => $own ? 0 : $o->{size_B},    # the heap objects in it are counted
            born      => $o->{born},
            fixed     => $own || $CANNOT_MOVE{ $o->{kind} } || is_of_loader($data, $o),
            recorded  => $o->{cost}[ $at{DLmr} ],
            l1_misses => $o->{$figures}[ $at{D1mr} ],
            misses    => $o->{$figures}[ $at{DLmr} ],
            error     => $data->{sampling} ? $o->{error}[ $at{DLmr} ] : 0,
        };
    }
    return {
        file         => $file,
        command      => $data->{command},
        instructions => $data->{instructions},
        period       => $data->{sampling} ? $data->{sampling}{period} : 1,
        totals       => { map { $_ => $data->{totals}[ $at{$_} ] } qw(Dr Dw D1mr D1mw DLmr DLmw) },
        objects      => \@objects,
    };
}

# Cycles of a run, given the stall cycles of its memory (docs/advise.md, formula 3).
sub run_cycles {
    my ($profile, $stall) = @_;
    my $hits = sum0(map { $_->{l1_misses} - $_->{misses} } @{ $profile->{objects} });
    $hits = 0 if $hits < 0;    # estimates can cross
    return $CPI * $profile->{instructions} + $LL_LATENCY * $hits + $stall;
}

# Stall cycles with everything in the main memory of the baseline.
sub baseline_stall {
    my ($profile, $baseline) = @_;
    my ($main) = grep { $_->{main} } @$baseline;
    return $main->{latency} * sum0(map { $_->{misses} } @{ $profile->{objects} });
}

# Stall cycles with these objects at these places.
sub stall_at {
    my ($profile, $place, $memories) = @_;
    my %latency = map { $_->{name} => $_->{latency} } @$memories;
    return sum0(map { $_->{misses} * $latency{ $place->{ $_->{key} } } } @{ $profile->{objects} });
}

sub improvement {
    my ($profile, $stall, $base_stall) = @_;
    my $base = run_cycles($profile, $base_stall);
    return 100 * ($base - run_cycles($profile, $stall)) / $base;
}

sub must_be {
    my ($what, $said, $computed) = @_;
    die "check failed: $what: the advisor says $said, the profile gives $computed\n"
      if abs($said - $computed) > 1e-9 * abs $computed;    # of quotients, printed in decimal
    return;
}

# What each memory holds, and that it can.
sub check_memories {
    my ($profile, $place, $memories, $said) = @_;
    for my $m (@$memories) {
        my $what = "$profile->{file}: $m->{name}";
        my @held = grep { $place->{ $_->{key} } eq $m->{name} } @{ $profile->{objects} };
        my ($size_B, $misses) = map { my $of = $_; sum0(map { $_->{$of} } @held) } qw(size_B misses);
        my ($row) = grep { $_->{name} eq $m->{name} } @$said;
        must_be("$what: objects", $row->{objects}, scalar @held);
        must_be("$what: bytes", $row->{occupied_B}, $size_B);
        must_be("$what: load misses", $row->{load_misses}, $misses);
        must_be("$what: stall cycles", $row->{stall_cycles}, $misses * $m->{latency});
        die "check failed: $what: it holds more than its size\n" if $size_B > $m->{size_B};
    }
    return;
}

# Computes what the advisor says anew from the profile and from where it puts
# things; returns the places.
sub check {
    my ($profile, $advice, $memories, $baseline) = @_;
    my $file = $profile->{file};
    my %key  = map { $_->{id} => $_->{key} } @{ $profile->{objects} };
    my $base_stall = baseline_stall($profile, $baseline);
    must_be("$file: stall cycles of the baseline", $advice->{baseline}{stall_cycles}, $base_stall);
    must_be("$file: cycles of the baseline", $advice->{baseline}{run_cycles}, run_cycles($profile, $base_stall));
    my (%places, %stall);
    for my $r (@{ $advice->{results} }) {
        my $method = $r->{method};
        my %place  = map { $key{ $_->{id} } => $_->{memory}{$method} } @{ $advice->{objects} };
        my $stall  = stall_at($profile, \%place, $memories);
        must_be("$file: $method: stall cycles", $r->{stall_cycles}, $stall);
        must_be("$file: $method: cycles", $r->{run_cycles}, run_cycles($profile, $stall));
        must_be("$file: $method: improvement", $r->{improvement_percent}, improvement($profile, $stall, $base_stall));
        check_memories($profile, \%place, $memories, $r->{memories});
        ($places{$method}, $stall{$method}) = (\%place, $stall);
    }
    die "check failed: $file: the exact placement is not the better one\n" if $stall{exact} > $stall{greedy};
    return \%places;
}

# Where all objects of the program go if those of the profile are put where it
# was advised.  What no sample hit is unknown to the advisor: in order of
# allocation it goes to the main memory while that has room, then to slower
# ones, the fastest of them first, and at last to the others.
sub places_of_all {
    my ($full, $place, $memories) = @_;
    my %free_B = map { $_->{name} => $_->{size_B} } @$memories;
    my %at;
    for (@{ $full->{objects} }) {
        my $memory = $place->{ $_->{key} } // next;
        $at{ $_->{key} } = $memory;
        $free_B{$memory} -= $_->{size_B};
    }
    my ($main) = grep { $_->{main} } @$memories;
    my @slower = grep { $_->{latency} > $main->{latency} } @$memories;
    my @faster = grep { $_->{latency} < $main->{latency} } @$memories;
    my @turn   = map { $_->{name} } $main, @slower, reverse @faster;
    for my $o (sort { $a->{born} <=> $b->{born} } grep { !defined $at{ $_->{key} } } @{ $full->{objects} }) {
        my ($memory) = $o->{fixed} ? $main->{name} : grep { $o->{size_B} <= $free_B{$_} } @turn;
        die "$full->{file}: no memory has room for what no sample hit: $o->{key}\n" if !defined $memory;
        $at{ $o->{key} } = $memory;
        $free_B{$memory} -= $o->{size_B};
    }
    return \%at;
}

# The improvement in per cent that a choice yields by the true misses.
sub achieved {
    my ($full, $place, $memories, $baseline) = @_;
    my $at = places_of_all($full, $place, $memories);
    return improvement($full, stall_at($full, $at, $memories), baseline_stall($full, $baseline));
}

# Of the misses of objects that can be moved, the share in per cent whose object
# is in the same memory in both.
sub agreement {
    my ($full, $right, $place, $memories) = @_;
    my $at = places_of_all($full, $place, $memories);
    my ($same, $all) = (0, 0);
    for (grep { !$_->{fixed} } @{ $full->{objects} }) {
        $all += $_->{misses};
        $same += $_->{misses} if $at->{ $_->{key} } eq $right->{ $_->{key} };
    }
    return 100 * $same / $all;
}

# How wrong estimates are, in stated standard errors: objects, a list of one
# number for each object that misses were recorded of; change, of the change of
# the stall cycles of those objects (undef if no error is stated).
sub errors {
    my ($full, $profile, $place, $memories, $baseline) = @_;
    my %true = map { $_->{key} => $_->{misses} } @{ $full->{objects} };
    my ($main) = grep { $_->{main} } @$baseline;
    my %gain = map { $_->{name} => $main->{latency} - $_->{latency} } @$memories;
    my (@objects, $change, $variance);
    for my $o (grep { $_->{error} } @{ $profile->{objects} }) {
        my $excess = $o->{misses} - ($true{ $o->{key} } // die "$profile->{file}: unknown to the full profile: $o->{key}\n");
        my $gain   = $gain{ $place->{ $o->{key} } };
        push @objects, $excess / $o->{error};
        $change   += $gain * $excess;
        $variance += ($gain * $o->{error})**2;
    }
    return { objects => \@objects, change => $variance ? $change / sqrt $variance : undef };
}

1;
