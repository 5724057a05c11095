# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::Option: one option of a script: which values it takes, and what they are in words.
#
# Usage: each function returns an option; each method changes it and returns it.
#   no_value()                               # takes no value
#   text('a directory')                      # any text but the empty one
#   output_file()                            # the name of a file that the script writes; - is standard output
#   output_file('a name', '.svg', '.dat')    # what the names of such files begin with, and how they end
#   yes_no(), one_of(qw(auto yes no))        # one of these words
#   color_choice()                           # auto, yes or no; alone: yes
#   percentage()                             # a number from 0 to 100; "%" may follow it
#   names_of('events')                       # names with commas between them
#   matching(qr/^\d+\z/, 'a number')         # whatever matches
#   ...->alone('yes')                        # the value may be left out, and is this then
#   ...->list                                # may be repeated; all values count
#   ...->does(sub { my ($value) = @_; })     # called instead of storing the value
#   ...->never_next(qr/\.html\z/)            # a next argument that matches was meant as the value, but is not
#   ...->or_next(qr/^[a-z]/, \@taken)        # the next argument is the value if it matches; @taken says so: [ option, value ]

package Xgrind::Script::Option;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Lists;

our @EXPORT = qw(no_value text output_file yes_no one_of color_choice percentage names_of matching);

# --- Kinds -----------------------------------------------------------------

sub option {
   my (%is) = @_;
   return bless {%is}, __PACKAGE__;
}

sub no_value { return option(); }

sub matching {
   my ($pattern, $wanted) = @_;
   return option(pattern => $pattern, wanted => $wanted);
}

sub text {
   my ($wanted) = @_;
   return matching(qr/./s, $wanted);
}

sub output_file {
   my ($wanted, @endings) = @_;
   my $option = text($wanted // 'the name of a file');
   $option->{outputs} = @endings ? \@endings : [''];
   return $option;
}

sub one_of {
   my (@words) = @_;
   my $any  = join '|', map { quotemeta } @words;
   my $word = qr/^(?:$any)\z/;
   return matching($word, either(@words))->never_next($word);
}

sub yes_no { return one_of(qw(yes no))->alone('yes'); }
sub color_choice { return one_of(qw(auto yes no))->alone('yes'); }

sub percentage {
   my $option = matching(qr/^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?|\.\d+)%?\z/a, 'a number from 0 to 100');
   $option->{change} = sub { return $_[0] =~ s/%\z//r; };
   return $option;
}

sub names_of {
   my ($of_what) = @_;
   return matching(qr/^[^,]+(?:,[^,]+)*\z/, "names of $of_what with commas between them");
}

# --- Changes ---------------------------------------------------------------

sub alone {
   my ($self, $value) = @_;
   $self->{alone} = $value;
   return $self;
}

sub list {
   my ($self) = @_;
   $self->{is_list} = 1;
   return $self;
}

sub does {
   my ($self, $action) = @_;
   $self->{action} = $action;
   return $self;
}

sub never_next {
   my ($self, $pattern) = @_;
   $self->{never_next} = $pattern;
   return $self;
}

sub or_next {
   my ($self, $pattern, $taken) = @_;
   @$self{qw(next taken)} = ($pattern, $taken);
   return $self;
}

# --- For Xgrind::Script::Options ---------------------------------------------

sub takes_value { return defined $_[0]{pattern}; }
sub value_alone { return $_[0]{alone}; }
sub needs_value { return defined $_[0]{pattern} && !defined $_[0]{alone}; }
sub wanted      { return $_[0]{wanted}; }
sub is_list     { return $_[0]{is_list}; }
sub action      { return $_[0]{action}; }

# The names of the files that a value stands for, if the option is for an output.
sub outputs {
   my ($self, $value) = @_;
   return map { "$value$_" } @{ $self->{outputs} // [] };
}

sub getopt_type {
   my ($self) = @_;
   return !$self->takes_value ? '' : defined $self->{alone} ? ':s' : '=s';
}

# The value to store; undef: it is none for this option.
sub checked {
   my ($self, $value) = @_;
   return undef if $value !~ $self->{pattern};
   return $self->{change} ? $self->{change}->($value) : $value;
}

# May the next argument be the value, although the option could do without?
sub may_take {
   my ($self, $next) = @_;
   return defined $self->{next} && defined $next && $next =~ $self->{next};
}

# Was the next argument meant as the value of an option that takes it only after "="?
sub misses {
   my ($self, $next) = @_;
   return defined $self->{alone} && defined $self->{never_next} && defined $next && $next =~ $self->{never_next};
}

sub note_taken {
   my ($self, $option, $value) = @_;
   push @{ $self->{taken} }, [ $option, $value ];
   return;
}

1;
