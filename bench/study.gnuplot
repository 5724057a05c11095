# SPDX-License-Identifier: GPL-3.0-or-later
#
# study.gnuplot: improvement against sampling period, of one program, as SVG.
#
# Usage: gnuplot -e "csv='placement.csv'; program='minimd'; out='x.svg'" study.gnuplot
#
# A panel for each scenario: what a sampled profile predicts, and what its
# placement yields by the misses of the full profile, by the greedy method.

set terminal svg size 800,760 font 'Sans,14' background '#ffffff'
set output out
set datafile separator ','
set multiplot layout 2,1 title program.': improvement of the run time by placement' font ',16'
set logscale x 10
set xtics nomirror out
set ytics nomirror out
set mxtics 1
set format x '10^{%L}'
set format y '%.0f'
set xlabel 'sampling period (loads per recorded load)'
set ylabel 'improvement (%)'
set grid back lc rgb '#d0d0d0'
set key at screen 0.53, screen 0.925 center center horizontal maxcols 3 samplen 2 width -4
set margins 11, 2, 3.5, 4.5
set offsets graph 0, graph 0, graph 0.08, graph 0.08

# a row's figure, if it is one of the plot's; a period of 1 is the full profile
figure(row, name) = row ? column(name) : NaN
is_of(scenario) = strcol(1) eq program && strcol(2) eq scenario && strcol(4) eq 'greedy'

do for [scenario in 'scenario1 scenario2'] {
   if (scenario eq 'scenario2') { unset key }
   set title scenario[1:8].' '.scenario[9:9]
   stats csv using (figure(is_of(scenario) && $3 == 1, 'predicted_percent')) name 'FULL' nooutput
   stats csv using (figure(strcol(1) eq program, 'period')) name 'PERIOD' nooutput
   set xrange [8:2 * PERIOD_max]
   plot FULL_max with lines lw 1.5 dt 2 lc rgb '#404040' title 'full profile', \
      csv using (column('period')):(figure(is_of(scenario) && $3 > 1, 'predicted_percent')) \
         with points pt 6 ps 0.8 lw 1.5 lc rgb '#0060ad' title 'sampled: predicted', \
      csv using (column('period')):(figure(is_of(scenario) && $3 > 1, 'achieved_percent')) \
         with points pt 2 ps 0.6 lw 1.5 lc rgb '#d95319' title 'sampled: achieved'
}
unset multiplot
