/* Stands in for a library of Windows that Wine 8 lacks; pydantic's wheel takes its random bytes from it. */
#include <stddef.h>

int __stdcall SystemFunction036(void *data, unsigned long size); /* documented as RtlGenRandom */

__declspec(dllexport) int ProcessPrng(unsigned char *data, size_t size) {
    return SystemFunction036(data, (unsigned long)size) ? 1 : 0;
}
