$head

#include "broadloom.h"

$text
