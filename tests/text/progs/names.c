// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program whose functions have long names, for tests of what fits in a line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double table[64*1024];
static double sum_columns(int n){double s=0;for(int i=0;i<n;i++)for(int j=0;j<n;j++)s+=table[j*n+i];return s;}
static int by_value(const void*a,const void*b){double d=*(double*)a-*(double*)b;return d<0?-1:d>0;}
int main(void){double*q=malloc(5000*sizeof*q);for(int i=0;i<5000;i++)q[i]=(i*7919)%5000;for(int i=0;i<64*1024;i++)table[i]=i;
qsort(q,5000,sizeof*q,by_value);printf("%g %g\n",sum_columns(256),q[10]);char b[100];for(int i=0;i<1000;i++)snprintf(b,100,"%d %g",i,q[i]);free(q);return strlen(b)>100;}
