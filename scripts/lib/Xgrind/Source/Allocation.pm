# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Allocation: which variable a line of source assigns memory to that it allocates.
#
# Usage:
#   my $source = source_lines('grid.c');                       # of Xgrind::Source::SourceLines
#   my $name = allocated_variable($source, 17, { name => 'xmalloc', class => '', is_library => 0 });
#   my @names = allocated_variables($source, 17);              # all that the line says: ('grid', 'w->cells'); those that it does not say are missing
#   my $type = allocated_type($source, 17);                    # 'particle' of sizeof(struct particle) or new particle; undef: none, or several
#   returned_allocation($source, 17, { ... }, 'new_grid')      # does the line return it, in this function?
#
# name: the function that the line calls, '' if that is not known or is an allocator; class: the class it
# constructs, or ''; is_library: it is one of the library of C++ or Rust; among, of several allocations of the line:
# [which one of them, how many], in the order in which they were made.
#
# Contract: undef wherever there is a doubt: no call or several calls that could be meant and are not
# assigned to the same name, another number of allocations than of calls, a result that goes elsewhere first, a statement of more than three lines.

package Xgrind::Source::Allocation;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Source::Assignment;
use Xgrind::Source::SourceLines;
use Xgrind::Source::Tokens;

our @EXPORT = qw(allocated_variable allocated_variables allocated_type returned_allocation);

my $STATEMENT_LINES = 3;
my $SURE_KINDS      = 2;    # of calls in C and C++: allocators, and those that put the address where they are told

# Functions that give memory away: malloc, xcalloc, g_malloc0, strdup, mmap; others that sound like it.
my $ALLOCATOR = qr/(?:alloc|allocate|memalign|strn?dup|mmap|mremap|sbrk|shmat)(?:_|\d|z|n|array|aligned|zero(?:ed)?|check(?:ed)?)*\z/i;
my $SOUNDS    = qr/alloc|new|create|make|dup|clone|copy/i;
my $MACRO     = qr/^[A-Z][A-Z\d_]{2,}\z/a;
my $NO_CALL   = qr/^(?:sizeof|alignof|_Alignof|typeof|decltype|alloca|__builtin_alloca|dealloc|deallocate|defined|if|while|for|switch|return)\z/;

# Those that put its address where their first argument says.
my $INTO = qr/^(?:posix_memalign|v?asprintf|getline|getdelim)\z/;

# Methods of the libraries' containers that make them larger.
my %GROWS = map { $_ => 1 } qw(push_back emplace_back push_front emplace_front emplace insert insert_or_assign try_emplace
   resize reserve assign append push push_str extend extend_from_slice);

my $RUST_ALLOCATOR = qr/^(?:with_capacity|to_vec|to_owned|to_string|collect|clone|into_boxed_slice)\z/;

# --- The calls that could be meant -----------------------------------------

# Is a name at this token called?
sub is_called {
   my ($t, $i) = @_;
   my $next = $t->{text}[ $i + 1 ] // '';
   return 1 if $next eq '(';
   return 0 if $next ne '<' && $next ne '::';
   my $end = after_template($t, $next eq '<' ? $i + 1 : $i + 2) // return 0;
   return ($t->{text}[$end] // '') eq '(';
}

# Lists of predicates, the surest first: of each token, whether it could be the call.
sub kinds_of_call {
   my ($t, $language, $callee) = @_;
   my $text = $t->{text};
   my @kinds;
   push @kinds, sub { $text->[ $_[0] ] eq $callee->{name} && ($callee->{name} eq 'new' && $language eq 'c' || is_called($t, $_[0])) }
      if $callee->{name} ne '';
   if ($language eq 'rust') {
      push @kinds, sub { $text->[ $_[0] ] eq 'vec' && ($text->[ $_[0] + 1 ] // '') eq '!' };
      push @kinds, sub { $text->[ $_[0] ] =~ $RUST_ALLOCATOR && is_called($t, $_[0]) };
      push @kinds, sub {
         my ($i) = @_;
         return $text->[$i] eq 'new' && $i >= 2 && $text->[ $i - 1 ] eq '::' && $text->[ $i - 2 ] =~ /^(?:Box|Rc|Arc)\z/ && is_called($t, $i);
      };
      return @kinds;
   }
   push @kinds, sub { $text->[ $_[0] ] eq 'new' || $text->[ $_[0] ] =~ $ALLOCATOR && $text->[ $_[0] ] !~ $NO_CALL && is_called($t, $_[0]) };
   push @kinds, sub { $text->[ $_[0] ] =~ $INTO && is_called($t, $_[0]) };
   push @kinds, sub { $text->[ $_[0] ] =~ $MACRO && is_called($t, $_[0]) && is_after_equals($t, $_[0]) };
   push @kinds, sub { $text->[ $_[0] ] =~ $SOUNDS && $text->[ $_[0] ] !~ $NO_CALL && is_called($t, $_[0]) };
   return @kinds;
}

# The calls of a kind on the line; if there are none, those of the statements that it is a part of.
sub calls_of {
   my ($t, $line, $is_call) = @_;
   my @all  = grep { $t->{text}[$_] =~ /^[A-Za-z_\x80-\xff]/ && $is_call->($_) } 0 .. $#{ $t->{text} };
   my @here = grep { $t->{line}[$_] == $line } @all;
   return @here if @here;
   my @on_line = grep { $t->{line}[$_] == $line } 0 .. $#{ $t->{text} };
   return () if !@on_line;
   return grep { in_one_statement($t, $_, $on_line[0]) || in_one_statement($t, $on_line[-1], $_) } @all;
}

# --- What they say ---------------------------------------------------------

# The object whose method is called.
sub receiver {
   my ($t, $i) = @_;
   return undef if $i < 2 || $t->{text}[ $i - 1 ] !~ /^(?:\.|->)\z/;
   return place_before($t, $i - 2);
}

# "std::vector<double> cells(n)": the variable that is constructed.
sub constructed_variables {
   my ($t, $line, $class) = @_;
   my $text = $t->{text};
   $class = 'string' if $class eq 'basic_string';
   my @names;
   for my $i (grep { $text->[$_] eq $class && $t->{line}[$_] == $line } 0 .. $#$text) {
      my $next = ($text->[ $i + 1 ] // '') eq '<' ? after_template($t, $i + 1) : $i + 1;
      next if !defined $next || !is_name($text->[$next] // '');
      push @names, ($text->[ $next + 1 ] // '') =~ /^[({;=,]\z/ ? $text->[$next] : undef;
   }
   return @names;
}

# What a call says, or undef.
sub variable_of_call {
   my ($t, $i, $language, $callee) = @_;
   my $name = $t->{text}[$i];
   return address_argument($t, $i) if $name =~ $INTO;
   return receiver($t, $i) if ($callee->{is_library} || $language eq 'rust') && $GROWS{$name} && $name eq $callee->{name};
   return assigned_place($t, $i, $language);
}

# All calls must say the same, or there must be one for each allocation.
sub agreed {
   my ($among, @names) = @_;
   return undef if !@names || grep { !defined } @names;
   return @names == $among->[1] ? $names[ $among->[0] ] : undef if $among;
   return uniq(@names) == 1 ? $names[0] : undef;
}

sub tokens_around {
   my ($source, $line) = @_;
   my $around = $STATEMENT_LINES + 1;
   return bracketed(tokens_of($source, $line - $around, $line + $around));
}

# The calls that the line may mean, of the surest kind that there is.
sub likely_calls {
   my ($t, $line, $language, $callee) = @_;
   for my $is_call (kinds_of_call($t, $language, $callee)) {
      my @calls = calls_of($t, $line, $is_call);
      return @calls if @calls;
   }
   return;
}

# Is the call on the line, and no macro beside it that may call, too?  Then compilers have copied it.
sub is_alone {
   my ($t, $line, $call) = @_;
   return 0 if $t->{line}[$call] != $line;
   return !grep { $_ != $call && $t->{line}[$_] == $line && $t->{text}[$_] =~ $MACRO && is_called($t, $_) } 0 .. $#{ $t->{text} };
}

sub allocated_variable {
   my ($source, $line, $callee) = @_;
   my $t = tokens_around($source, $line);
   my $among = $callee->{among};
   return agreed($among, allocate_statement($t, $line)) if $source->{language} eq 'fortran';
   if ($callee->{class} ne '') {
      my @names = constructed_variables($t, $line, $callee->{class});
      return agreed($among, @names) if @names;
   }
   my @calls = likely_calls($t, $line, $source->{language}, $callee);
   $among = undef if $among && @calls == 1 && is_alone($t, $line, $calls[0]);
   return agreed($among, map { variable_of_call($t, $_, $source->{language}, $callee) } @calls);
}

# Of allocators and new only: what only sounds like one may allocate in a line of its own.
sub allocated_variables {
   my ($source, $line) = @_;
   my $t = tokens_around($source, $line);
   return uniq grep { defined } allocate_statement($t, $line) if $source->{language} eq 'fortran';
   my $callee = { name => '', class => '', is_library => 0 };
   my @kinds = kinds_of_call($t, $source->{language}, $callee);
   splice @kinds, $SURE_KINDS if $source->{language} ne 'rust';
   return uniq grep { defined } map { variable_of_call($t, $_, $source->{language}, $callee) } map { calls_of($t, $line, $_) } @kinds;
}

# The name of a type without namespaces that begins at this token.
sub type_at {
   my ($t, $i) = @_;
   my $text = $t->{text};
   $i++ while ($text->[$i] // '') =~ /^(?:const|volatile|struct|class|union|::)\z/;
   $i += 2 while ($text->[ $i + 1 ] // '') eq '::' && is_name($text->[$i] // '');
   return is_name($text->[$i] // '') && ($text->[ $i + 1 ] // '') !~ /^(?:<|\*|->|\.)\z/ ? $text->[$i] : undef;
}

sub allocated_type {
   my ($source, $line) = @_;
   return undef if $source->{language} ne 'c';
   my $t = tokens_around($source, $line);
   my ($here) = grep { $t->{line}[$_] == $line } 0 .. $#{ $t->{text} };
   return undef if !defined $here;
   my @names;
   for my $i (grep { in_one_statement($t, $here, $_) || $t->{line}[$_] == $line } 0 .. $#{ $t->{text} }) {
      my $text = $t->{text}[$i];
      push @names, type_at($t, $i + 1) if $text eq 'new';
      push @names, type_at($t, $i + 2) if $text eq 'sizeof' && ($t->{text}[ $i + 1 ] // '') eq '(';
   }
   my @known = grep { defined } @names;
   return @known == @names && uniq(@known) == 1 ? $known[0] : undef;
}

# Is the line in the function of this name?  It is not where the compiler has inlined another one.  Only
# functions whose definition begins at the left edge are found.
sub is_in_function {
   my ($source, $line, $function) = @_;
   for my $n (reverse 1 .. $line) {
      my $text = $source->{text}[$n] // next;
      return $text =~ /(?<!\w)\Q$function\E\s*\(/a if $text =~ /^[A-Za-z_][^;=]*\([^;]*\z/;
   }
   return 0;
}

sub returned_allocation {
   my ($source, $line, $callee, $function) = @_;
   return 0 if $source->{language} ne 'c' || $function eq '' || !is_in_function($source, $line, $function);
   my $t = tokens_around($source, $line);
   my @calls = likely_calls($t, $line, 'c', $callee);
   return @calls == 1 && $t->{line}[ $calls[0] ] == $line && is_returned($t, $calls[0], 'c');
}

1;
