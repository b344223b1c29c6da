$head

#ifndef BROADLOOM_H
#define BROADLOOM_H

$text

#endif
