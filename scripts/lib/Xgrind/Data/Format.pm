# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Format: version 1 of the data file as tables, section by section as docs/data-format.md describes it.
#
# Usage:
#   my $wrong = wrong_in('timeline', $data->{timeline}, \%known);    # a sentence, or undef; see Xgrind::Data::Schema
#
# Sections refer to others by %known: events, functions, stacks (how many there are) and ids (of objects).  A row with BETWEEN
# is one for each level between the first and the last.

package Xgrind::Data::Format;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Schema;
use Xgrind::Text::Levels;

our @EXPORT = qw(wrong_in);

my $TABLE = <<'END';
# Top level
creator             text
command             text
pid                 count
caches              object    optional
caches.I1[]         count     length=3 optional
caches.D1[]         count     length=3 optional
caches.BETWEEN[]    count     length=3 optional
caches.LL[]         count     length=3 optional
latencies           object    optional
latencies.BETWEEN   count     optional
latencies.LL        count     optional
latencies.memory    count     optional
rates               object    optional
rates.BETWEEN       number    optional
rates.LL            number    optional
rates.memory        number    optional
cycles              CYCLES    optional
instructions        count
thread_names[]      tuple     optional
thread_names[][0]   count
thread_names[][1]   text
sampling            object    optional
sampling.period     count
sampling.recorded   count
sampling.loads      flag
sampling.stores     flag
events[]            event     unique sets=events
totals[]            count     length=events
functions[]         object    sets=functions
functions[].name    text
functions[].file    text
functions[].module  text
functions[].inlined flag
stacks[]            list      sets=stacks
stacks[][]          tuple
stacks[][][0]       index=functions
stacks[][][1]       count

# Memory objects
objects[]               object
objects[].id            count     unique
objects[].kind          one-of=static|heap|mmap|brk|stack|code|unknown
objects[].name          text
objects[].module        text
objects[].source        text
objects[].stack         index=stacks  optional
objects[].handed_on[]   count     optional
objects[].thread        count
objects[].count         count
objects[].size_B        count
objects[].total_B       count
objects[].born          count
objects[].died          count     optional
objects[].cost[]        count     length=events
objects[].lines[]       object
objects[].lines[].function  index=functions
objects[].lines[].line      count
objects[].lines[].cost[]    count     length=events
objects[].lines[].loop      count     optional
objects[].lines[].walk      object    optional
objects[].lines[].walk.same_line  count   optional
objects[].lines[].walk.next_line  count   optional
objects[].lines[].walk.step       count   optional
objects[].lines[].walk.chase      count   optional
objects[].lines[].walk.indirect   count   optional
objects[].lines[].walk.jump       count   optional
objects[].lines[].walk.again      count   optional
objects[].lines[].walk.step_B     count   optional above=0
objects[].lines[].walk.shifts     count   optional
objects[].lines[].walk.line_shifts count  optional
objects[].lines[].walk.far_shifts count   optional
objects[].lines[].walk.backward   flag
objects[].lines[].walk.switches   count   optional
objects[].lines[].walk.range_B    count   optional
objects[].streams[]     count     optional length=<=17
objects[].bytes         object    optional

# Bytes
objects[].bytes.loads[]         count     length=<=4096 sets=bytes
objects[].bytes.stores[]        count     length=bytes
objects[].bytes.line            object    optional
objects[].bytes.line.loads[]    count     length=64
objects[].bytes.line.stores[]   count     length=64
objects[].bytes.parts           object    optional
objects[].bytes.parts.loads[]   count     length=0|256 sets=parts
objects[].bytes.parts.stores[]  count     length=parts

# Sampling
objects[].estimate[]    number    optional null length=events
objects[].error[]       number    optional null length=events

# Miss classes
miss_classes                  object    optional
miss_classes.n_sets           object    optional
miss_classes.n_sets.D1        count
miss_classes.n_sets.BETWEEN   count     optional
miss_classes.n_sets.LL        count     optional
miss_classes.sets             object
miss_classes.sets.D1[]        list
miss_classes.sets.D1[][]      count     length=4|6
miss_classes.sets.BETWEEN[]   list      optional
miss_classes.sets.BETWEEN[][] count     length=4|6
miss_classes.sets.LL[]        list      optional
miss_classes.sets.LL[][]      count     length=4|6
miss_classes.lines[]          object
miss_classes.lines[].address  count
miss_classes.lines[].object   id        optional
miss_classes.lines[].D1[]     count     length=3|5

# Dependences
dependences                   object    optional
dependences.units[]           object    sets=units
dependences.units[].function  index=functions optional
dependences.units[].region    name      optional
dependences.flows[]           tuple
dependences.flows[][0]        index=units
dependences.flows[][1]        index=units
dependences.flows[][2]        id        optional
dependences.flows[][3]        count
dependences.flows[][4]        count

# Cores and sharing
cores                         object    optional
cores.n                       count
cores.turns_out_of_order      count     optional
sharing[]                     object    optional
sharing[].address             count
sharing[].kind                one-of=true|false
sharing[].weight              count
sharing[].weight_true         count     optional
sharing[].weight_false        count     optional
sharing[].invalidations       count
sharing[].D1True              count
sharing[].D1False             count
sharing[].threads[]           object
sharing[].threads[].thread        count
sharing[].threads[].reads         count
sharing[].threads[].writes        count
sharing[].threads[].read_bytes    hex
sharing[].threads[].written_bytes hex
sharing[].threads[].exposed[]     list      optional
sharing[].threads[].exposed[][]   count     length=5
sharing[].threads[].code[]        tuple
sharing[].threads[].code[][0]     index=functions
sharing[].threads[].code[][1]     count
sharing[].threads[].code[][2]     count
sharing[].allocations[]           object
sharing[].allocations[].object    id        optional
sharing[].allocations[].start     count
sharing[].allocations[].size_B    count
sharing[].allocations[].thread    count

# Waiting
waiting[]                     object    optional
waiting[].function            index=functions
waiting[].line                count
waiting[].thread              count
waiting[].episodes            count
waiting[].instructions        count
waiting[].cost[]              count     length=events
waiting[].cycles              CYCLES    optional

# Stores
overwritten[]                   object    optional
overwritten[].stored[]          count     length=2|4
overwritten[].overwritten_by[]  count     length=2|4
overwritten[].bytes             count

# Estimated cycles by cause
CYCLES.CyBase                 count     optional
CYCLES.CyDep                  count     optional
CYCLES.CyFwd                  count     optional
CYCLES.CyBr                   count     optional
CYCLES.CyFetch                count     optional
CYCLES.CyBETWEEN              count     optional
CYCLES.CyLL                   count     optional
CYCLES.CyMem                  count     optional
CYCLES.CyRate                 count     optional
CYCLES.CyTlb                  count     optional
CYCLES.CyPage                 count     optional
CYCLES.CyCoh                  count     optional

# Miss curves
miss_curves                         object    optional
miss_curves.line_B                  count     above=0
miss_curves.lines_sampled           count
miss_curves.rate                    number
miss_curves.sizes_B[]               count     above=0 sets=sizes
miss_curves.program                 CURVE
miss_curves.functions[]             object
miss_curves.functions[].function    index=functions
miss_curves.functions[].self        CURVE
miss_curves.functions[].inclusive   CURVE
miss_curves.objects[]               CURVE
miss_curves.objects[].object        id
CURVE.accesses                      number
CURVE.recorded                      number
CURVE.misses[]                      number    length=sizes
CURVE.error[]                       number    length=sizes

# Timeline
timeline                      object    optional
timeline.start                count
timeline.end                  count
timeline.bin_instructions     count     above=0
timeline.events[]             event     unique sets=timeline_events
timeline.bins[]               list
timeline.bins[][]             count     length=timeline_events
timeline.period               count
timeline.n_ticks              count
timeline.served_by[]          name      sets=levels
timeline.samples              SAMPLES
timeline.samples.at[]         count     sets=samples
timeline.ranges[]             object    optional
timeline.ranges[].object      id
timeline.ranges[].start       count
timeline.ranges[].size_B      count
timeline.ranges[].born        count
timeline.ranges[].died        count     optional
SAMPLES.thread[]              count               length=samples
SAMPLES.function[]            index=functions     length=samples
SAMPLES.line[]                count               length=samples
SAMPLES.caller[]              index=functions     length=samples null
SAMPLES.kind[]                count     max=2     length=samples
SAMPLES.address[]             count               length=samples
SAMPLES.size_B[]              count               length=samples
SAMPLES.served[]              index=levels        length=samples
SAMPLES.object[]              id                  length=samples null
SAMPLES.access_function[]     index=functions     length=samples null
SAMPLES.access_line[]         count               length=samples null

# Regions of the timeline
timeline.regions[]                  object    optional length=<=64
timeline.regions[].name             name
timeline.regions[].kind             one-of=barrier|function|loop|request
timeline.regions[].found               object    optional
timeline.regions[].found.instructions  count
timeline.regions[].found.of            count
timeline.regions[].borders[]             object    optional
timeline.regions[].borders[].function    index=functions
timeline.regions[].borders[].instances   count
timeline.regions[].borders[].x           count     max=1000000
timeline.regions[].borders[].x_stddev    count     max=1000000
timeline.regions[].instances        count
timeline.regions[].instructions         object
timeline.regions[].instructions.sum     number
timeline.regions[].instructions.mean    number
timeline.regions[].instructions.stddev  number
timeline.regions[].instructions.min     number
timeline.regions[].instructions.max     number
timeline.regions[].cost                 object
timeline.regions[].cost.sum[]           number    length=timeline_events
timeline.regions[].cost.mean[]          number    length=timeline_events
timeline.regions[].cost.stddev[]        number    length=timeline_events
timeline.regions[].cost.min[]           number    length=timeline_events
timeline.regions[].cost.max[]           number    length=timeline_events
timeline.regions[].list                 object
timeline.regions[].list.number[]        count     sets=instances
timeline.regions[].list.start[]         count     length=instances
timeline.regions[].list.instructions[]  count     length=instances
timeline.regions[].list.thread[]        count     length=instances
timeline.regions[].list.cost[]          list      length=instances
timeline.regions[].list.cost[][]        count     length=timeline_events
timeline.regions[].outliers[]               object
timeline.regions[].outliers[].number        count
timeline.regions[].outliers[].start         count
timeline.regions[].outliers[].instructions  count
timeline.regions[].outliers[].thread        count
timeline.regions[].outliers[].cost[]        count     length=timeline_events
timeline.regions[].fold                     object
timeline.regions[].fold.bins                count     above=0 max=65536 sets=bins
timeline.regions[].fold.points[]            count     length=bins
timeline.regions[].fold.x[]                 count     length=bins max=1000000 null
timeline.regions[].fold.y[]                 list      length=bins null
timeline.regions[].fold.y[][]               count     length=timeline_events max=1000000 null
timeline.regions[].fold.samples             SAMPLES
timeline.regions[].fold.samples.x[]         count     sets=samples max=1000000
timeline.regions[].fold.samples.instance[]  count     length=samples
END

my $schema;    # made when it is needed

sub rows { return join '', map { my $row = $_; $row =~ /BETWEEN/ ? map { $row =~ s/BETWEEN/$_/r } @BETWEEN : $row } split /^/, $TABLE }

sub wrong_in {
   my ($section, undef, $known) = @_;
   $schema //= schema(rows());
   return $schema->{$section}->($_[1], $known);
}

1;
