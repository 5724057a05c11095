# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgSource: the C sources of the layers and of their unit tests, without comments, cut into what they
# define; and which definitions a test program can reach.
#
# Usage:
#   use XgSource;
#   my $s = XgSource->new($root);
#   $s->{text}{$file}                # text of a file (from $root), without comments and blank lines
#   XgSource::write_files($dir, $s->{text});
#   $s->definitions($name)           # chunks of the layers that define a name
#   my $p = $s->program($test)       # what the program with the main file $test can reach
#   $p->{c}                          # its .c files
#   $p->{names}                      # its functions and variables, by name
#   $s->program_hash($p)             # of all text that it can reach
#   $s->file_hash($p, $file)         # of a file's text that it can reach
#   $s->includes($file)              # the files that a file includes, directly or not, as keys of a hash
#   $s->mentions($file, $name)       # whether a file, or an inline function that it calls, mentions a name
#
# A chunk { file, start, text, kind, names, public } is a definition, a declaration or a directive: what
# begins in column 1, as clang-format has it.  Functions, variables and macros are reached if a chunk
# that is reached mentions their name; all else (types, enums) is, if its file is.  That is more than the
# program has: the linker, which drops what nothing refers to, must have kept nothing that is not reached.

package XgSource;
use strict;
use warnings;
use Digest::SHA qw(sha1_hex);
use File::Basename qw(dirname);
use File::Path qw(make_path);

my @ROOMS = qw(base backdate cachesim callgraph cycles layouts loops memobj timeline engine writers commands);
my $TESTS = 'tests/unit';

sub new {
    my ($class, $root) = @_;
    my $s = bless { text => {} }, $class;
    for my $path (map { glob "\Q$root\E/$_" } (map { "$_/{,*/,*/*/}*.[ch]" } @ROOMS), (map { "$_/{,*/}*.def" } @ROOMS), "$TESTS/*.[ch]", "$TESTS/*/*.h") {
        my $text = do { local (@ARGV, $/) = $path; <> };
        $s->{text}{ substr $path, 1 + length $root } = without_comments($text);
    }
    for my $chunk (map { @{ $s->chunks($_) } } sort keys %{ $s->{text} }) {
        push @{ $s->{named}{$_} }, $chunk for @{ $chunk->{names} };
    }
    return $s;
}

sub without_comments {
    my ($text) = @_;
    $text =~ s{("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*|/\*.*?\*/}{$1 // ' '}gse;
    $text =~ s/[ \t]+$//mg;
    $text =~ s/\n{2,}/\n/g;
    return $text =~ s/\A\n//r;
}

sub write_files {
    my ($dir, $text) = @_;
    for my $file (sort keys %$text) {
        make_path(dirname("$dir/$file"));
        open my $to, '>', "$dir/$file" or die "$dir/$file: $!\n";
        print $to $text->{$file};
        close $to or die "$dir/$file: $!\n";
    }
    return;
}

# ------------------------------------------------------------------ chunks

sub chunks {
    my ($s, $file) = @_;
    return $s->{chunks}{$file} //= $file =~ /\.def$/ ? [ { file => $file, start => 0, text => $s->{text}{$file}, kind => 'other', names => [] } ] : do {
        my ($before, $start, @chunks) = ('', 0);
        while ($s->{text}{$file} =~ /^([A-Za-z_#].*?)(?:(?=^[A-Za-z_#])|(\z))/msg) {
            my $is_last = defined $2;
            $start = $-[1] if $before eq '';
            my $text = $before . $1;
            $before = $is_last || is_complete($text) ? '' : $text;
            next if $before ne '';
            my ($kind, @names) = classify($text);
            my $public = $file =~ /\.c$/ && $text !~ /\A(?:#|static\b)/;
            push @chunks, { file => $file, start => $start, text => $text, kind => $kind, names => \@names, public => $public };
        }
        \@chunks;
    };
}

sub is_complete {
    my ($text) = @_;
    return 1 if $text =~ /\A#/;
    $text =~ s/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^#.*//mg;
    return $text =~ /[;}]\s*\z/ && $text =~ tr/{// <= $text =~ tr/}//;
}

# What a chunk is, and its names: 'function', 'variable' and 'macro' have them, 'declaration' (of a function) too.
sub classify {
    my ($text) = @_;
    return ('macro', $1) if $text =~ /\A#\s*define\s+(\w+)/;
    return ('other') if $text =~ /\A(?:#|extern\b|typedef\b|_Static_assert\b)/;
    $text =~ s/__attribute__\s*(\((?:[^()]++|(?1))*\))//g;
    $text =~ s/\(\s*\*\s*(?:const\s+)?(\w+)\s*\)\s*\([^()]*\)/$1/g;    # a pointer to a function
    return ('function', $1) if $text =~ /\A[^;={]*?(\w+)\s*\([^;={]*^\{/ms;
    return ('declaration', $1) if $text =~ /\A[^;={]*?(\w+)\s*\([^;={]*;\s*\z/;
    my $is_type = $text =~ /\A(?:enum|struct|union)\b\s*\w*\s*(?:\{.*\})?\s*;\s*\z/s;
    1 while $text =~ s/\{[^{}]*\}|\[[^\[\]]*\]|\([^()*]*\)//g;
    return $is_type || $text !~ /;\s*\z/ ? ('other') : ('variable', map { s/=.*//sr =~ /(\w+)\W*\z/ } split /,/, $text);
}

sub definitions {
    my ($s, $name) = @_;
    my @named = grep { $_->{kind} ne 'declaration' && $_->{file} !~ /^\Q$TESTS\E/ } @{ $s->{named}{$name} // [] };
    return @named if @named;
    # a type, or a constant of an enumeration
    return grep { $_->{kind} eq 'other' && $_->{text} =~ /\b\Q$name\E\b/ }
        map { @{ $s->chunks($_) } } sort grep { !/^\Q$TESTS\E/ } keys %{ $s->{text} };
}

# ------------------------------------------------------------------ files

sub direct_includes {
    my ($s, $file) = @_;
    return $s->{direct}{$file} //= [ map { $s->file_of($file, $_) } $s->{text}{$file} =~ /^\s*#\s*include\s*"([^"]+)"/mg ];
}

sub file_of {
    my ($s, $from, $name) = @_;
    for ($name, dirname($from) . "/$name", "$TESTS/$name") { return $_ if defined $s->{text}{$_}; }
    die "$from includes $name, which is neither in @ROOMS nor in $TESTS\n";
}

sub includes {
    my ($s, $file) = @_;
    return $s->{includes}{$file} //= do {
        my (%seen, @left);
        @left = @{ $s->direct_includes($file) };
        while (defined(my $f = shift @left)) { push @left, @{ $s->direct_includes($f) } unless $seen{$f}++; }
        \%seen;
    };
}

# ------------------------------------------------------------------ programs

# The names of functions, variables and macros that a chunk mentions.  A name that ## puts together
# begins or ends with the word there that is no parameter.
sub mentioned {
    my ($s, $chunk) = @_;
    return $chunk->{mentions} //= do {
        my $text = join "\n", $chunk->{text}, map { $s->{text}{ $s->file_of($chunk->{file}, $_) } } $chunk->{text} =~ /^\s*#\s*include\s*"([^"]+\.def)"/mg;
        my %words = map { $_ => 1 } $text =~ /\b([A-Za-z_]\w*)/g;
        if ($text =~ /##/) {
            my %parameter = map { $_ => 1 } map { /\w+/g } $text =~ /^\s*#\s*define\s+\w+\(([^)]*)\)/mg;
            my @made;
            while ($text =~ /(\w*)\s*##\s*(?=(\w*))/g) { push @made, !$parameter{$1} ? qr/\A$1/ : !$parameter{$2} ? qr/$2\z/ : qr/./; }
            for my $made (@made) { $words{$_} = 1 for grep { $_ =~ $made } keys %{ $s->{named} }; }
        }
        [ grep { $s->{named}{$_} } sort keys %words ];
    };
}

# The chunks that a chunk reaches: of its own file, of headers, and public ones.  A header may mention what
# another one defines that is included after it, and macros that whoever includes it defines.
sub reached {
    my ($s, $chunk) = @_;
    return grep { $_->{kind} ne 'declaration' && ($_->{file} eq $chunk->{file} || $_->{file} =~ /\.h$/ || $_->{public} || ($_->{kind} eq 'macro' && $chunk->{file} =~ /\.h$/)) }
        map { @{ $s->{named}{$_} } } @{ $s->mentioned($chunk) };
}

# A table (.def) uses macros that are defined where it is included, whether or not anything mentions them there.
sub around_tables {
    my ($s, $file) = @_;
    return unless grep { /\.def$/ } @{ $s->direct_includes($file) };
    return grep { $_->{kind} eq 'macro' || $_->{text} =~ /\.def"/ } @{ $s->chunks($file) };
}

# Tests of commands are linked with these, with base/ and with the commands' own host.
sub is_apart {
    my ($test, $file) = @_;
    return $test =~ m{/test_commands_} ? $file !~ m{^(?:base|commands|\Q$TESTS\E)/(?!host_libc\.c)} : $file =~ m{^commands/};
}

sub program {
    my ($s, $test) = @_;
    my (%is, @left);
    my $p = { is => \%is };
    @left = grep { $_->{kind} ne 'declaration' } @{ $s->chunks($test) };
    $p->{is}{$_} = 1 for @left;
    my %c = ($test => 1);
    my ($in_test, %seen) = ($s->includes($test));
    while (defined(my $chunk = shift @left)) {
        $p->{names}{$_} = 1 for @{ $chunk->{names} };
        $c{ $chunk->{file} } = 1 if $chunk->{file} =~ /\.c$/;
        push @left, grep { !$is{$_}++ } map { $s->around_tables($_) } grep { !$seen{$_}++ } $chunk->{file}, keys %{ $s->includes($chunk->{file}) };
        push @left, grep { !$is{$_}++ }
            grep { !is_apart($test, $_->{file}) }
            grep { $_->{file} eq $test || $_->{file} !~ m{^\Q$TESTS\E/(?:.*\.h|test_\w+\.c)$} || $in_test->{ $_->{file} } } $s->reached($chunk);
    }
    $p->{c} = [ sort keys %c ];
    return $p;
}

# The name of an included file is of no interest, its text is.
sub file_hash {
    my ($s, $p, $file) = @_;
    return $p->{hash}{$file} //= do {
        my $text = '';
        for my $c (@{ $s->chunks($file) }) { $text .= $c->{text} if $c->{kind} eq 'other' || $p->{is}{$c}; }
        $text =~ s/^\s+//mg;
        $text =~ s{^(#\s*include)\s*"([^"]+)"}{"$1 " . $s->file_hash($p, $s->file_of($file, $2))}mge;
        sha1_hex($text);
    };
}

sub program_hash {
    my ($s, $p) = @_;
    return $p->{program_hash} //= sha1_hex(join ' ', sort map { $s->file_hash($p, $_) } @{ $p->{c} });
}

sub mentions {
    my ($s, $file, $name) = @_;
    return $s->{mentions}{$file}{$name} //= do {
        my %is;
        my @left = grep { $_->{kind} ne 'declaration' } @{ $s->chunks($file) };
        my $found = 0;
        while (!$found && defined(my $chunk = shift @left)) {
            $found = grep { $_ eq $name } @{ $s->mentioned($chunk) };
            push @left, grep { !$is{$_}++ && $_->{file} =~ /\.h$/ } $s->reached($chunk);
        }
        $found ? 1 : 0;
    };
}

1;
