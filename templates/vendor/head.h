/* Broadloom $version: $title. Elementwise tensor kernels, generated for one profile: $profile. The command:
 *
 *   $command
 *
 * Do not edit it, but run the command again. Broadloom's docs/semantics.md defines the results, bit for bit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
