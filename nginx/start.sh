#!/bin/sh
# Starts nginx. TRUSTED_PROXIES names the proxies that may say where a visitor comes from: addresses or
# networks, with spaces between them. Whatever anybody else says of that counts for nothing.
set -eu
for proxy in ${TRUSTED_PROXIES:-}; do
    echo "$proxy 1;"
done > "${TMPDIR:-/tmp}/trusted-proxies.conf"
exec nginx "$@"
