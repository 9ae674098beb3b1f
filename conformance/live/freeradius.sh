#!/bin/sh
# The discovery script of FreeRADIUS, its output as docs/live.md has it.
#
#   freeradius.sh REALM SERVICE:PROTOCOL
#
# It prints the lines "ipaddr = HOST" and "port = PORT" for each server.
# Copyright (c) 2026 the snarp authors. SPDX-License-Identifier: MIT
sh /etc/freeradius/3.0/mods-config/realm/freeradius-naptr-to-home-server.sh \
  -t "$1" "$2" |
  awk '$1 == "ipaddr" { host = $3 } $1 == "port" { print host ":" $3 }'
