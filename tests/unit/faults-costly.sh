# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults in what the end of a run says of code, and in names in messages; sourced by unit/run.

c=output/costly_code.c t=test_costly_code
fault "costly code: lines of one number are one" $c 's/(uint64_t)file->number << 32 | line;/line;/' $t
fault "costly code: lines of one file are one" $c 's/(uint64_t)file->number << 32 | line;/(uint64_t)file->number << 32;/' $t
fault "costly code: lines of all functions are one" $c 's/(uintptr_t)function, place/0, place/' $t
fault "costly code: weights are 1" $c 's/h->weights\[m\]\[e\] \* cost\[e\]/(h->weights[m][e] ? cost[e] : 0)/' $t
fault "costly code: weights of a total are 1" $c 's/h->weights\[measure\]\[e\] \* cost\[e\]/(h->weights[measure][e] ? cost[e] : 0)/' $t
fault "costly code: what is dropped counts" $c 's/   flush(h, 0);/   flush(h, 1);/' $t
fault "costly code: what is kept gets lost" $c 's/   flush(h, 1);/   flush(h, 0);/' $t
fault "costly code: what is kept is kept again" $c 's/^         l->pending\[m\] = 0;//' $t
fault "costly code: sums are kept again" $c 's/^      h->pending\[e\] = 0;//' $t
fault "costly code: a part that is not kept yet is left out" $c 's/return l->kept\[measure\] + l->pending\[measure\];/return l->kept[measure];/' $t
fault "costly code: total without the part that is not kept yet" $c 's/ + costly_code_measure(h, measure, h->pending);/;/' $t
fault "costly code: sums without the part that is not kept yet" $c 's/h->kept\[e\] + h->pending\[e\];/h->kept[e];/' $t
fault "costly code: clearing keeps lines" $c 's/^   costly_code_init(h, h->weights, h->n_measures);/   h->kept[EV_IR] = 0;/' $t
fault "costly code: the last one of equal functions" $c 's/number >= top->function->number) continue/number < top->function->number) continue/' $t
fault "costly code: a function without cost" $c 's/if (!cost || cost < top->cost) continue;/if (cost < top->cost) continue;\n      if (!top->function) top->function = l->function;/' $t
fault "costly code: the function of the line with most" $c 's/      sum\[l->function->number\] += cost_of(l, measure);/      if (cost_of(l, measure) > sum[l->function->number]) sum[l->function->number] = cost_of(l, measure);/' $t
fault "costly code: the best line of all functions" $c 's/if (l->function == top.function && is_better/if (top.function \&\& is_better/' $t
fault "costly code: the last one of equal files" $c 's/return l->file->number < best->file->number;/return l->file->number > best->file->number;/' $t
fault "costly code: the last one of equal lines" $c 's/return l->line < best->line;/return l->line > best->line;/' $t

c=base/short_text.c t=test_short_text
fault "names: control characters are shown" $c 's/return c < 0x20 || /return /' $t
fault "names: control characters of two bytes are shown" $c 's/(c >= 0x7F \&\& c < 0xA0)/c == 0x7F/' $t
fault "names: characters that change the direction are shown" $c 's/ || (c >= 0x2028 \&\& c <= 0x202E)//' $t
fault "names: isolating characters are shown" $c 's/ || (c >= 0x2066 \&\& c <= 0x2069)//' $t
fault "names: bytes that are no characters are shown" $c 's/if (!n || acts/if (n \&\& acts/' $t
fault "names: half a character" $c 's/if (!continues((uint8_t)text\[i\])) return 0;/;/' $t
fault "names: bytes are columns" $c 's/n += !continues((uint8_t)\*text);/n++;/' $t
fault "names: operators are brackets" $c 's/"operator<",  //' $t
fault "names: arrows are brackets" $c 's/, *"->"}/}/' $t
fault "names: an expression has no end" $c 's/^   if (!is_balanced(name)) return;.*//' $t
fault "names: a type that a name begins with is an argument" $c "s/   if (\*from == '<') \*to++ = \*from++;//" $t
fault "names: arguments of arguments end them" $c "s/if (c == '>' \&\& depth > 0) depth--;/if (c == '>') depth = 0;/" $t
fault "names: the type of an operator is its name" $c "s/ || has_operator(name)) return;/) return;/" $t
fault "names: a word is a type" $c "s/ || start\[-1\] == ' '//" $t
fault "names: the type stays" $c "s/^   drop_type(text);//;s/) drop_type(text);/) ;/" $t
fault "names: short parameters are replaced" $c 's/ <= sizeof dots - 1) return;/ < 2) return;/' $t
fault "names: parameters end at the last parenthesis" $c "s/ - (\*open == '(');/ - 2 * (*open == '(');/" $t
fault "names: what is behind parameters is lost" $c 's/(void)copy(copy(open, dots), close + 1);/(void)copy(open, dots);/' $t
fault "names: steps are not in order" $c 's/^   if (short_text_columns(text) > room) drop_type/   drop_type/' $t
fault "names: characters are cut" $c '/^static const char\* character/,/^}/s/      while (continues((uint8_t)\*text));/      while (0);/' $t
fault "names: one column too many" $c 's/columns - (room - 3 - head)/columns - (room - 2 - head)/' $t
fault "names: no limits" $c 's/^   return room < SHORT_TEXT_COLUMNS_MIN .*/   return room < 4 ? 4/' $t
fault "words: all are plain" $c 's/plain \&= is_plain(\*c);/;/' $t
fault "words: quotes end a quoted word" $c "s/^      if (\*word == '.'') to = copy.*//" $t
fault "words: what cannot be shown is" $c 's/else if (is_printable(word))/else if (1)/' $t
fault "words: digits of octal numbers" $c 's/c >> 3 \& 7/c >> 4 \& 7/' $t
fault "words: backslashes of escaped words" $c 's/if (!shown || c == .*) \*to++/if (!shown) *to++/' $t
