/* Broadloom $version: $title. Elementwise tensor kernels, woven for one profile alone: $profile. The command:
 *
 *   $command
 *
 * Weave it again rather than edit it. What the results are, bit for bit, stands in Broadloom's docs/semantics.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
