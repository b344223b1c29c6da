# Source this file for the properties of a board (boards.txt) and functions that link and run an image for it. $here
# must be the folder of this file, and no_image MESSAGE, a function of the caller, reports an error.
#
# SPDX-License-Identifier: Apache-2.0

# read_board CORE: sets tools, start, flags, memory, simulator, link, target and libraries. FIRMWARE_BOARDS may name another table.
read_board() {
    if [ "$1" = host ]; then
        tools=host start= flags= memory= simulator=
    else
        row=$(sed -n "s/^$1 *|//p" "${FIRMWARE_BOARDS-$here/boards.txt}")
        [ -n "$row" ] || no_image "no board $1"
        IFS='|' read -r tools flags memory simulator <<EOF
$row
EOF
        tools=$(echo $tools) simulator=$(echo $simulator)
        start=${tools#* } tools=${tools% *}
    fi
    case $tools in
    host) prefix= target= libraries= ;;
    arm) prefix=arm-none-eabi- target='--target=arm-none-eabi -meabi gnu' libraries=-lgcc flags="-mthumb $flags" ;;
    rv32) prefix=riscv64-unknown-elf- target=--target=riscv32-unknown-elf libraries=-lgcc ;;
    avr) prefix=avr- target=--target=avr libraries='-lm -lgcc' ;; # avr-libc has its float arithmetic
    esac
    link="${prefix}gcc"
}

# link_image IMAGE OBJECT|FLAG…: IMAGE.elf and IMAGE.map
link_image() {
    image=$1
    shift
    script=$here/firmware.ld
    [ "$tools" != avr ] || script=$here/avr.ld
    IFS=': ' read -r rom rom_size ram ram_size stack_size <<EOF
$(echo $memory)
EOF
    $link $flags -nostdlib -T "$script" -Wl,--gc-sections -Wl,-Map="$image.map" \
        -Wl,--defsym=ROM_START=$rom,--defsym=ROM_SIZE=$rom_size,--defsym=RAM_START=$ram,--defsym=RAM_SIZE=$ram_size,--defsym=STACK_SIZE=$stack_size \
        "$@" $libraries -o "$image.elf"
}

# run_image FILE OUTPUT: stops after two minutes
run_image() {
    case $simulator in
    *qemu-system-arm*) set -- "$@" -nographic -monitor none -serial null -semihosting-config enable=on,target=native -kernel ;;
    *qemu-system-riscv*) set -- "$@" -nographic -monitor none -bios ;;
    esac
    file=$1 output=$2
    shift 2
    # QEMU prints to standard error; simavr prints lines in colour, and line ends as full stops
    ended=0
    timeout 120 $simulator "$@" "$file" </dev/null >"$output" 2>&1 || ended=$?
    [ "$tools" != avr ] || sed -i 's/\x1b\[[0-9]*m//g; s/\.$//; /^Loaded /d' "$output"
    return $ended
}
