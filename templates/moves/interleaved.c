switch (group == 1 ? copies : 0) {
case 2:
    return bl_interleave_${width}_$isa(2, count, from, to);
case 4:
    return bl_interleave_${width}_$isa(4, count, from, to);
case 8:
    return bl_interleave_${width}_$isa(8, count, from, to);
default:
    break;
}
