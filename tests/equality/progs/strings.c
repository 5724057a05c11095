/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * strings.c: string functions of many sizes, rep instructions, wide characters.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char src[9000], dst[9000];

static void rep_movsb(void *d, const void *s, size_t n)
{
    __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
static void rep_stosq(void *d, size_t n, unsigned long v)
{
    __asm__ volatile("rep stosq" : "+D"(d), "+c"(n) : "a"(v) : "memory");
}
static size_t repne_scasb(const char *s, int ch, size_t n)
{
    const char *p = s;
    __asm__ volatile("repne scasb" : "+D"(p), "+c"(n) : "a"(ch) : "memory", "cc");
    return (size_t)(p - s);
}
static size_t repe_cmpsb(const char *s, const char *t, size_t n)
{
    __asm__ volatile("repe cmpsb" : "+D"(s), "+S"(t), "+c"(n) : : "memory", "cc");
    return n;
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    size_t r = 0;
    for (size_t i = 0; i < sizeof src - 1; i++)
        src[i] = (char)('a' + i * 7 % 26);
    for (int s = 0; s < scale; s++) {
        for (size_t n = 0; n < 8192; n = n * 2 + 1 + (size_t)s % 3) {
            memcpy(dst + n % 5, src + n % 3, n);
            memset(dst + n % 7, 'x', n);
            memmove(dst + 9, dst + 1, n);
            r += (size_t)(memcmp(src, dst, n) < 0);
            r += memchr(src, '#', n) != NULL;
            src[n] = 0;
            r += strlen(src) + strnlen(src + 1, n / 2);
            strcpy(dst, src);
            r += (size_t)(strcmp(src, dst) == 0) + (strstr(src, "hov") != NULL);
            r += strspn(src, "abcdefghijklmnopqrstuvwxyz") + strcspn(src, "#");
            src[n] = 'q';
            rep_movsb(dst, src, n);
            rep_stosq(dst + 8, n / 16, 0x4141414141414141ul);
            r += repne_scasb(dst, '#', n) + repe_cmpsb(src, dst, n);
        }
        rep_movsb(dst, src, 0); /* a rep that does nothing */
        char num[64];
        for (int i = 0; i < 50; i++) {
            snprintf(num, sizeof num, "%d %s %.3f", i, "text", i / 7.0);
            r += strlen(num) + (size_t)strtol(num, NULL, 10);
        }
        wchar_t w[32];
        wcscpy(w, L"wide characters");
        r += wcslen(w);
    }
    printf("%zu\n", r);
    return 0;
}
