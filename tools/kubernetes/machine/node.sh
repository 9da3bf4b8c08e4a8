#!/bin/bash
# node.sh: process 1 of a node, in namespaces of its own (network, mounts, processes, host name, IPC). src/machine/cluster.ts starts it
# with these variables, and has written the configuration files into DIRECTORY:
#   DIRECTORY STATE PROGRAMS NODE NAME ADDRESS CLUSTER_NAME FABRIC API_PORT POD_CIDR SERVICE_CIDR
set -eu
export PATH=$PROGRAMS:/usr/sbin:/usr/bin:/sbin:/bin
cd "$DIRECTORY"
mkdir -p log kubelet
hostname "$NAME"

# Mounts. Sockets and locks belong to the node. Programs write below /var/log/pods, /var/lib/kubelet, and /var/lib/cni
# regardless of their settings, and two kubelets must not share these. The machine's resolver stays out of reach.
mount --make-rshared /
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/lock /run/containerd var var-work
mount -t overlay -o "lowerdir=/var,upperdir=$DIRECTORY/var,workdir=$DIRECTORY/var-work" overlay /var
: > resolv.conf
mount --bind resolv.conf /etc/resolv.conf
# Files that the kubelet requires, visible only in this namespace, so the machine does not change.
for setting in vm/overcommit_memory=1 kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file=$DIRECTORY/sysctl-$(echo "${setting%%=*}" | tr / -)
  echo "${setting#*=}" > "$file"
  mount --bind "$file" "/proc/sys/${setting%%=*}"
done

# Network: one bridge between nodes and a default route to nowhere, so nothing leaves the machine.
ip link set lo up
sysctl -q -w net.ipv4.ip_forward=1 net.ipv6.conf.all.disable_ipv6=1
if [ "$NODE" = 1 ]; then
  ip link add fabric type bridge
  ip address add "$ADDRESS/24" dev fabric
  ip link set fabric up
  ip route add default dev fabric
fi
touch network-wanted
while [ ! -e network-ready ]; do sleep 0.1; done

# cgroups, if version 1 is mounted: a cpuset group needs CPUs and memory nodes before it can have members.
if [ -d /sys/fs/cgroup/cpuset ]; then
  for controller in cpu cpuacct cpuset memory devices freezer blkio pids systemd; do
    group=/sys/fs/cgroup/$controller/$CLUSTER_NAME
    mkdir -p "$group/$NAME"
    [ $controller = cpuset ] || continue
    for file in cpuset.cpus cpuset.mems; do
      [ -n "$(cat "$group/$file")" ] || cat "/sys/fs/cgroup/cpuset/$file" > "$group/$file"
      [ -n "$(cat "$group/$NAME/$file")" ] || cat "$group/$file" > "$group/$NAME/$file"
    done
  done
fi

run() { # LOG COMMAND…: in the background, restarted when it exits.
  local log=$DIRECTORY/log/$1.log
  shift
  (
    while :; do
      "$@" >> "$log" 2>&1 || true
      echo "ended $(date -u +%T)" >> "$log"
      sleep 2
    done
  ) &
}
pki=$STATE/pki
if [ "$NODE" = 1 ]; then
  mkdir -p etcd
  chmod 700 etcd
  run etcd etcd --data-dir etcd --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
    --listen-peer-urls http://127.0.0.1:2380 --unsafe-no-fsync --log-level warn
  run apiserver kube-apiserver --etcd-servers=http://127.0.0.1:2379 --advertise-address="$ADDRESS" --secure-port="$API_PORT" \
    --tls-cert-file="$pki/apiserver.crt" --tls-private-key-file="$pki/apiserver.key" --client-ca-file="$pki/ca.crt" \
    --kubelet-client-certificate="$pki/kubelet-client.crt" --kubelet-client-key="$pki/kubelet-client.key" \
    --kubelet-preferred-address-types=InternalIP --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --service-account-key-file="$pki/service-account.pub" --service-account-signing-key-file="$pki/service-account.key" \
    --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --service-cluster-ip-range="$SERVICE_CIDR" \
    --requestheader-client-ca-file="$pki/front-proxy-ca.crt" --requestheader-allowed-names=front-proxy \
    --requestheader-extra-headers-prefix=X-Remote-Extra- --requestheader-group-headers=X-Remote-Group \
    --requestheader-username-headers=X-Remote-User --proxy-client-cert-file="$pki/front-proxy.crt" \
    --proxy-client-key-file="$pki/front-proxy.key" --allow-privileged=true --profiling=false
  run controller-manager kube-controller-manager --kubeconfig="$STATE/controller-manager.kubeconfig" --leader-elect=false \
    --use-service-account-credentials=true --service-account-private-key-file="$pki/service-account.key" \
    --root-ca-file="$pki/ca.crt" --cluster-signing-cert-file="$pki/ca.crt" --cluster-signing-key-file="$pki/ca.key" \
    --allocate-node-cidrs=false --cluster-cidr="$POD_CIDR" --horizontal-pod-autoscaler-sync-period=5s --profiling=false
  run scheduler kube-scheduler --kubeconfig="$STATE/scheduler.kubeconfig" --leader-elect=false --profiling=false
fi
run containerd containerd --config containerd.toml
while [ ! -S /run/containerd/containerd.sock ]; do sleep 0.2; done
run kubelet kubelet --config kubelet.yaml --kubeconfig "$STATE/$NAME.kubeconfig" --root-dir "$DIRECTORY/kubelet" \
  --hostname-override "$NAME" --node-ip "$ADDRESS" --node-labels "topology.kubernetes.io/zone=zone$NODE"
run proxy kube-proxy --config proxy.yaml
touch started
# Process 1 adopts orphans.
trap 'exit 0' TERM INT
while :; do wait -n 2> /dev/null || sleep 1; done
