# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::ObjectNames: what to call memory objects (the rule is in docs/objects.md).
#
# Usage:
#   demangle($profile);                      # of Xgrind::Data::DataFile
#   name_objects($profile, qr/^my_new$/);    # or undef: no wrappers of the user's
#   is_library_file('/usr/include/c++/12/vector')    # a source of the library of C, C++ or Rust
#
# Gives each object the keys
#   name   a symbol, or the function that wanted the memory; with the call that
#          distinguishes it from others with that name and place, or else with its id
#   place  "file:line" of it, or ''
#   frame  the entry of the stack that name, place and module are from, or undef
#   among  of several with equal stacks, as one line allocates them: [which one, how many], in the order in
#          which they were first allocated; or undef
# and changes mangled names of the profile into those of the source.

package Xgrind::Objects::ObjectNames;
use strict;
use warnings;
use Exporter qw(import);
use File::Temp ();
use Xgrind::Text::CodeNames;

our @EXPORT = qw(demangle name_objects is_library_file base_name place_of code_place);

# Start-up code, which allocates for others.
my %STARTS = map { $_ => 1 } '(below main)', '_start', '__libc_start_main', '__libc_start_call_main', 'clone',
   'start_thread';

# --- Names of C++ ----------------------------------------------------------

# Changes mangled names into those of the source, if c++filt is installed.
sub demangle {
   my ($profile) = @_;
   my @texts = map { \$_->{symbol} } @{ $profile->{objects} };
   push @texts, map { \$_->{name} } @{ $profile->{functions} }, map { @$_ } @{ $profile->{stacks} };
   # the version of a symbol, "_ZSt4cout@GLIBCXX_3.4", is no part of the name
   my $mangled = qr/^(_[ZR]\w+)(\@\@?\w[\w.]*)?\z/a;
   my %plain = map { $_ => undef } map { $$_ =~ $mangled ? $1 : () } @texts;
   my @names = sort keys %plain;
   return if !@names;
   my @answers = filter(@names);
   return if @answers != @names;
   @plain{@names} = @answers;
   for my $text (@texts) {
      $$text = $plain{$1} . ($2 // '') if $$text =~ $mangled && defined $plain{$1};
   }
   return;
}

# The output of c++filt for these lines; nothing if it is not installed.
sub filter {
   my (@lines) = @_;
   my $in = File::Temp->new;
   print $in map { "$_\n" } @lines;
   close $in;
   my $pid = open(my $out, '-|') // return;
   if (!$pid) {
      open STDIN, '<', $in->filename or exit 1;
      open STDERR, '>', '/dev/null';
      { no warnings 'exec'; exec 'c++filt'; }
      require POSIX;
      POSIX::_exit(1);    # the parent's temporary file stays
   }
   chomp(my @answers = <$out>);
   return close($out) ? @answers : ();
}

# --- The user's frame ------------------------------------------------------

# Functions that allocate for their callers: malloc and xmalloc, g_malloc0, av_calloc,
# pool_alloc, PyMem_Realloc, strdup, ... but not allocate_grid, which says what for.
my $WRAPPER = qr/
   (?: alloc | allocate | memalign | strn?dup )
   (?: _ | \d | z | n | array | aligned | zero(?:ed)? | check(?:ed)? | or_die | safe | raw | real | impl )*
   (?: \@.* | \.(?:part|constprop|isra|cold|lto_priv|llvm).* )* \z
/xi;

# Libraries whose functions allocate for their callers, and what Rust has between its library and the allocator.
my $LIBRARY = qr/^(?:(?:std|__gnu_cxx|__cxxabiv1|alloc|__rustc)::|__rust_|__rdl_)/;

# Files of the libraries of C++ and Rust; functions inlined from there have names without std::.
my $LIBRARY_FILE = qr{/include/(?:.*/)?(?:c\+\+|bits)/|/lib/(?:gcc|clang)/.*/include/|^/rustc/[^/]+/library/|/rustc-[^/]+/(?:library|vendor)/|/rustlib/src/rust/library/|^/rust/deps/};

sub is_library_file { return $_[0] =~ $LIBRARY_FILE; }

# Is this a function between the user's and the allocator?  The end of a run has the same rule (base/allocator_names.c, base/library_file.c).
sub hands_on {
   my ($frame, $more) = @_;
   my $name = code_name($frame->{name});
   return 1 if $more && $name =~ $more;
   return 1 if $frame->{inlined} && is_library_file($frame->{file});
   return 1 if $name =~ $LIBRARY || $name =~ /^operator (?:new|delete)/;
   return $name =~ $WRAPPER;
}

# Does it run before main?
sub is_start {
   my ($frame) = @_;
   return $STARTS{ $frame->{name} =~ s/\@.*//sr };
}

# The innermost frame that wanted the memory for itself; if none did, the
# outermost there is.  The tool has seen which functions return what they allocate.
sub frame_of_user {
   my ($object, $more) = @_;
   my $stack  = $object->{stack};
   my @frames = grep { !is_start($_) } @$stack;
   @frames = @$stack if !@frames;
   my %has_handed_on = map { $_ => 1 } grep { defined } @$stack[ grep { $_ < @$stack } @{ $object->{handed_on} // [] } ];
   for my $frame (@frames) {
      return $frame if !$has_handed_on{$frame} && !hands_on($frame, $more);
   }
   return $frames[-1];
}

# --- Names of objects ------------------------------------------------------

# A path without its folders.
sub base_name {
   my ($path) = @_;
   return $path =~ s{.*/}{}sr;
}

# "file:line", or what of it is known.
sub place_of {
   my ($file, $line) = @_;
   return '' if $file eq '';
   return $line ? "$file:$line" : $file;
}

# A function and its line in words: "f (f.c:7)"; file and line may be undef.
sub code_place {
   my ($name, $file, $line) = @_;
   my $place = place_of(base_name($file // ''), $line);
   return code_name($name) . ($place eq '' ? '' : " ($place)");
}

# One object's name and place.
sub name_object {
   my ($object, $more) = @_;
   my $stack = $object->{stack};
   if ($object->{symbol} ne '' || !$stack || !@$stack) {
      $object->{name}  = $object->{symbol} ne '' ? fortran_name($object->{symbol}) : $object->{kind};
      $object->{place} = $object->{source};
      return;
   }
   my $frame = $object->{frame} = frame_of_user($object, $more);
   $object->{name} = code_name($frame->{name});
   $object->{name} = $frame->{name} if $object->{name} eq '';
   $object->{name} = '???' if $object->{name} eq '';
   $object->{place} = place_of($frame->{file}, $frame->{line});
   $object->{module} = $frame->{module};
   return;
}

# The label by which users tell objects apart.
sub label {
   my ($object) = @_;
   return join "\0", map { $_ // '' } @$object{qw(kind name place module)};
}

# Objects by label, those that are not alone with theirs.
sub alike {
   my (@objects) = @_;
   my %with;
   push @{ $with{ label($_) } }, $_ for @objects;
   return grep { @$_ > 1 } values %with;
}

# The frames further out than the one an object is named by.
sub outer_frames {
   my ($object) = @_;
   my @frames = @{ $object->{stack} };
   while (my $frame = shift @frames) {
      last if $frame == $object->{frame};
   }
   return @frames;
}

# Adds the first call that tells the objects apart: "zeros < new_vectors:100".
sub add_caller {
   my (@objects) = @_;
   return if grep { !$_->{frame} } @objects;
   my @outer = map { [ outer_frames($_) ] } @objects;
   my ($deepest) = sort { $b <=> $a } map { scalar @$_ } @outer;
   for my $depth (0 .. $deepest - 1) {
      my @texts = map {
         my $frame = $_->[$depth];
         !$frame ? '' : code_name($frame->{name}) . ($frame->{line} ? ":$frame->{line}" : '')
      } @outer;
      next if !grep { $_ ne $texts[0] } @texts;
      for my $i (grep { $texts[$_] ne '' } 0 .. $#objects) {
         $objects[$i]{name} .= " < $texts[$i]";
      }
      return;
   }
   return;
}

# Says which of the allocations of one line each is.
sub number_allocations {
   my (@objects) = @_;
   my %with;
   for my $object (grep { $_->{frame} } @objects) {
      push @{ $with{ join "\0", map { @$_{qw(name file line)} } @{ $object->{stack} } } }, $object;
   }
   for my $group (grep { @$_ > 1 } values %with) {
      my @order = sort { $a->{born} <=> $b->{born} || $a->{id} <=> $b->{id} } @$group;
      $order[$_]{among} = [ $_, scalar @order ] for 0 .. $#order;
   }
   return;
}

# Names all objects, no two alike.
sub name_objects {
   my ($profile, $more) = @_;
   my @objects = @{ $profile->{objects} };
   name_object($_, $more) for @objects;
   add_caller(@$_)        for alike(@objects);
   for my $group (alike(@objects)) {
      number_allocations(@$group);
      $_->{name} .= " #$_->{id}" for @$group;
   }
   return;
}

1;
