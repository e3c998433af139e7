#!/bin/sh
# Makes the secrets of compose.full.yaml, once: what is there is kept.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets
# The containers read them as another user than the one who owns them; the folder lets nobody else in.
make() {
  [ -s "$1" ] || cat >"$1"
  chmod 444 "$1"
}
head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' | make postgres_password
head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' | make s3_secret
head -c 32 /dev/urandom | base64 | make secrets_key
printf 'postgres://ekiden:%s@postgres/ekiden' "$(cat postgres_password)" | make database_url
printf 'ROOT_ACCESS_KEY=ekiden\nROOT_SECRET_KEY=%s\n' "$(cat s3_secret)" | make store.env
