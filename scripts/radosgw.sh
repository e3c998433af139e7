#!/bin/bash
# A one-node, in-memory S3 service (Ceph's radosgw, from Debian's packages) for the object store's tests.
#
#   eval "$(scripts/radosgw.sh up)"    start it (as root it installs what is missing) and set TEST_S3_*
#   scripts/radosgw.sh down            end it and delete its folder
#
# Everything lives in RADOSGW_DIR (default ${TMPDIR:-/tmp}/ekiden-radosgw-<user id>) and listens on 127.0.0.1 only.
set -euo pipefail

dir=${RADOSGW_DIR:-${TMPDIR:-/tmp}/ekiden-radosgw-$(id -u)}
say() { echo "radosgw.sh: $*" >&2; }
fail() {
  say "$*"
  exit 1
}
# The installer and the daemons must not write to the lines that the caller evaluates.
exec 3>&1 1>&2

install_packages() {
  local missing=0 command
  for command in radosgw radosgw-admin ceph ceph-mon ceph-osd monmaptool curl; do
    command -v "$command" >/dev/null || missing=1
  done
  if [ "$missing" = 0 ]; then return; fi
  local packages='radosgw ceph-mon ceph-osd ceph-common curl'
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "not installed: run  apt-get install --no-install-recommends $packages  as root"
  fi
  say "installing $packages"
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
}

# Below 32768, where no client's own port can be in the way.
free_port() {
  local port=$1
  while (exec 4<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

# run NAME COMMAND...: in the background, its process id kept for `down`
run() {
  local name=$1
  shift
  setsid "$@" >"$dir/$name.out" 2>&1 3>&- </dev/null &
  echo "$! $1" >>"$dir/pids"
}

# await SECONDS NAME COMMAND...: until the command succeeds
await() {
  local deadline=$((SECONDS + $1)) name=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      tail -n 20 "$dir/$name.out" "$dir"/*"$name"*.log || true
      fail "$name did not come up; its last words are above"
    fi
    sleep 0.2
  done
}

# Whatever step fails, nothing is left running.
clear_on_failure() {
  local status=$?
  if [ "$status" != 0 ] && [ -f "$dir/ceph.conf" ]; then
    tail -n 20 "$dir"/setup.out 2>/dev/null || true
    down
  fi
}

up() {
  if [ -f "$dir/env" ]; then
    # shellcheck disable=SC1091
    if (. "$dir/env" && curl -s -o /dev/null --max-time 5 "$TEST_S3_ENDPOINT"); then
      say "runs already"
      cat "$dir/env" >&3
      return
    fi
    down
  fi
  install_packages
  if [ -e "$dir" ]; then fail "$dir exists: end what uses it with  scripts/radosgw.sh down"; fi
  mkdir -m 700 "$dir" "$dir/mon" "$dir/osd" "$dir/rgw"
  trap clear_on_failure EXIT

  local mon_port s3_port access_key secret_key fsid
  mon_port=$(free_port 6789)
  s3_port=$(free_port "${RADOSGW_PORT:-7480}")
  access_key=$(tr -d - </proc/sys/kernel/random/uuid)
  secret_key=$(tr -d - </proc/sys/kernel/random/uuid)
  fsid=$(cat /proc/sys/kernel/random/uuid)
  export CEPH_CONF=$dir/ceph.conf
  cat >"$CEPH_CONF" <<CONF
[global]
fsid = $fsid
mon_host = v1:127.0.0.1:$mon_port
mon_initial_members = a
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
mon_data_avail_crit = 1
osd_crush_update_on_start = false
osd_class_update_on_start = false
osd_objectstore = memstore
memstore_device_bytes = 2147483648
run_dir = $dir
admin_socket = $dir/\$name.\$pid.asok
pid_file = $dir/\$name.pid
log_file = $dir/\$name.log
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
[mon.a]
host = localhost
mon_data = $dir/mon
mon_addr = 127.0.0.1:$mon_port
[osd.0]
osd_data = $dir/osd
[client.rgw.a]
rgw_frontends = beast endpoint=127.0.0.1:$s3_port
rgw_data = $dir/rgw
rgw_enable_usage_log = false
CONF

  say "starting in $dir"
  monmaptool --clobber --create --addv a "v1:127.0.0.1:$mon_port" --fsid "$fsid" "$dir/monmap" >"$dir/setup.out" 2>&1
  ceph-mon --mkfs -i a --monmap "$dir/monmap" >>"$dir/setup.out" 2>&1
  run mon ceph-mon -i a -f
  await 60 mon timeout 5 ceph mon stat

  local osd
  osd=$(cat /proc/sys/kernel/random/uuid)
  timeout 30 ceph osd new "$osd" >>"$dir/setup.out" 2>&1
  ceph-osd -i 0 --mkfs --osd-uuid "$osd" >>"$dir/setup.out" 2>&1
  # Done by the daemon itself, these come too early at times: it asks before it knows the cluster's id, and ends.
  timeout 30 ceph osd crush add osd.0 1.0 root=default host=localhost >>"$dir/setup.out" 2>&1
  run osd ceph-osd -i 0 -f
  await 60 osd sh -c 'timeout 5 ceph osd stat | grep -q "1 up"'

  timeout 60 radosgw-admin user create --uid=test --display-name=test \
    --access-key="$access_key" --secret-key="$secret_key" >>"$dir/setup.out" 2>&1
  run rgw radosgw -n client.rgw.a -f
  await 60 rgw curl -sf -o /dev/null "http://127.0.0.1:$s3_port/"

  cat >"$dir/env" <<ENV
export TEST_S3_ENDPOINT=http://127.0.0.1:$s3_port
export TEST_S3_ACCESS_KEY_ID=$access_key
export TEST_S3_SECRET_ACCESS_KEY=$secret_key
ENV
  cat "$dir/env" >&3
}

# A process that `up` started: the id may by now be somebody else's.
is_ours() {
  cat "/proc/$1/environ" 2>/dev/null | tr '\0' '\n' | grep -qxF "CEPH_CONF=$dir/ceph.conf" &&
    cat "/proc/$1/cmdline" 2>/dev/null | tr '\0' '\n' | head -n 1 | grep -qE "(^|/)$2\$"
}

down() {
  if [ ! -d "$dir" ]; then
    say "nothing to end in $dir"
    return
  fi
  if [ ! -f "$dir/ceph.conf" ]; then fail "$dir is not a folder of this script: left alone"; fi
  local signal pid name alive=0
  for signal in TERM KILL; do
    for _ in $(seq 50); do
      alive=0
      while read -r pid name; do
        if is_ours "$pid" "$name"; then
          kill "-$signal" "$pid" 2>/dev/null || true
          alive=1
        fi
      done < <(tac "$dir/pids" 2>/dev/null)
      if [ "$alive" = 0 ]; then break 2; fi
      sleep 0.1
    done
  done
  rm -rf "$dir"
  say "ended"
}

case ${1:-} in
  up) up ;;
  down) down ;;
  *) fail "usage: $0 up|down" ;;
esac
