#!/bin/bash
# in-pod.sh PID RESOLV_CONF COMMAND…: runs one of the machine's programs in a pod's network, with the pod's resolver.
set -eu
pid=$1 resolver=$2
shift 2
exec nsenter --target "$pid" --net -- unshare --mount --propagation private -- \
  sh -c 'mount --bind "$0" /etc/resolv.conf && exec "$@"' "$resolver" "$@"
