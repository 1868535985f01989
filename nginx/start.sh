#!/bin/sh
# Starts nginx. TRUSTED_PROXIES names the proxies that may say where a visitor comes from: addresses or
# networks, separated by spaces. nginx ignores what anybody else says about that.
set -eu
for proxy in ${TRUSTED_PROXIES:-}; do
    echo "$proxy 1;"
done > "${TMPDIR:-/tmp}/trusted-proxies.conf"
exec nginx "$@"
