#!/bin/bash
# link.sh PID1 ADDRESS1 CIDR1 NODE PID ADDRESS CIDR: connects node NODE to node 1's network. The neighbors' hardware
# addresses are fixed, so packets to a lost node vanish silently, as on a routed network.
set -eu
pid1=$1 address1=$2 cidr1=$3 node=$4 pid=$5 address=$6 cidr=$7
link=to-node$node
nsenter --target "$pid1" --net ip link add "$link" type veth peer name eth0 netns "$pid"
nsenter --target "$pid1" --net ip link set "$link" master fabric up
nsenter --target "$pid" --net sh -c "ip address add $address/24 dev eth0; ip link set eth0 up; ip route add default dev eth0"
hardware1=$(nsenter --target "$pid1" --net ip -brief link show fabric | awk '{print $3}')
hardware=$(nsenter --target "$pid" --net ip -brief link show eth0 | awk '{print $3}')
nsenter --target "$pid1" --net ip neighbour replace "$address" lladdr "$hardware" dev fabric nud permanent
nsenter --target "$pid" --net ip neighbour replace "$address1" lladdr "$hardware1" dev eth0 nud permanent
nsenter --target "$pid1" --net ip route replace "$cidr" via "$address"
nsenter --target "$pid" --net ip route replace "$cidr1" via "$address1"
