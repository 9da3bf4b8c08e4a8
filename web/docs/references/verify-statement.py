import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check(holds, difference):
    if not holds:
        sys.exit(difference)


statement_file, receipts_file, keys_file = sys.argv[1:]
header, payload, signature = open(statement_file).read().strip().split(".")
head, said = json.loads(decode(header)), json.loads(decode(payload))
keys = {key["kid"]: key["x"] for key in json.load(open(keys_file))["keys"]}
check(head["alg"] == "EdDSA" and head["kid"] in keys, "signature: unknown key")
try:
    public_key = Ed25519PublicKey.from_public_bytes(decode(keys[head["kid"]]))
    public_key.verify(decode(signature), f"{header}.{payload}".encode())
except InvalidSignature:
    sys.exit("signature: invalid")

requests = records = amount = 0
first = last = None
for line in open(receipts_file):
    receipt = json.loads(line)
    # RFC 8785 for ASCII names, integers, null, and strings.
    canonical = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    point = {"sequence": receipt["sequence"], "hash": hashlib.sha256(canonical.encode()).hexdigest()}
    if last:
        check(point["sequence"] == last["sequence"] + 1, f"order: {point['sequence']} after {last['sequence']}")
        check(receipt["previous"] == last["hash"], f"receipt {last['sequence']}: hash differs")
    check(receipt["accountId"] == said["accountId"], f"receipt {point['sequence']}: another account")
    check(receipt["at"].startswith(said["month"]), f"receipt {point['sequence']}: another month")
    requests += {"voidCharge": -1, "reverseCharge": 0}.get(receipt["operation"], 1)
    records += receipt["records"]
    amount += receipt["amountMicros"]
    first, last = first or point, point

check(first == said["first"], f"first: {first}, stated {said['first']}")
check(last == said["last"], f"last: {last}, stated {said['last']}")
totals = {"requests": requests, "records": records, "amountMicros": amount}
check(totals == said["totals"], f"totals: {totals}, stated {said['totals']}")
print("verified", json.dumps(said["totals"]))
