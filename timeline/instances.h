// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which instances of a region are kept one by one: a list of some at equal distances, and outliers.
//
// Contract: the list has the instances whose number is a multiple of `stride`, a power of two, which
// doubles whenever the list is full.  Outliers are those with the most (or the fewest) instructions;
// of equal ones those with the lowest numbers.
//
//    InstanceList list;
//    instance_list_init(&list, n_events);
//    instance_list_add(&list, &(Instance){.number = 0, .instructions = 17, .cost = cost});
//    for (uint32_t i = 0; i < list.n; i++) ... list.instance[i]
#ifndef XG_TIMELINE_INSTANCES_H
#define XG_TIMELINE_INSTANCES_H

#include "base/host.h"

enum { INSTANCES_LISTED = 4096, INSTANCES_OUTLYING = 16 };

// An execution of a region that has ended.
typedef struct {
   uint64_t number; // from 0, in the order in which they began
   uint64_t start;  // clock
   uint64_t instructions;
   uint32_t thread;
   uint64_t* cost; // [n_events]
} Instance;

// Invariants: instances are in ascending order of their numbers, which are multiples of stride.
typedef struct {
   Instance* instance;
   uint32_t n, capacity;
   uint32_t n_events;
   uint64_t stride;
} InstanceList;

// Invariants: the first one is the one that lies out furthest.
typedef struct {
   Instance instance[INSTANCES_OUTLYING];
   uint32_t n;
   uint32_t n_events;
   bool longest; // else the shortest
} InstanceOutliers;

void instance_list_init(InstanceList* l, uint32_t n_events);
void instance_list_free(InstanceList* l);
// Takes a copy, if the instance is among those to be kept.
void instance_list_add(InstanceList* l, const Instance* i);

void instance_outliers_init(InstanceOutliers* o, uint32_t n_events, bool longest);
void instance_outliers_free(InstanceOutliers* o);
void instance_outliers_add(InstanceOutliers* o, const Instance* i);

#endif
