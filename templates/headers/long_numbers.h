/* Functions of slow ways in long numbers: dispatch/long_numbers.c. */
#ifdef __cplusplus
extern "C" {
#endif

$prototypes

#ifdef __cplusplus
}
#endif
