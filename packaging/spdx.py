# The bill of materials of a tarball, as SPDX 2.3: each file with its checksums and its licence, which .reuse/dep5 names.
# python3 packaging/spdx.py TARBALL VERSION
#
# SPDX-License-Identifier: Apache-2.0
import fnmatch
import hashlib
import json
import sys
import tarfile
from datetime import datetime, timezone

tarball, version = sys.argv[1:]
with tarfile.open(tarball) as tar:
    members = [member for member in tar if member.isfile()]
    contents = {member.name.split("/", 1)[1]: tar.extractfile(member).read() for member in members}
    time = datetime.fromtimestamp(members[0].mtime, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

source = ""
paragraphs = []  # patterns, copyright and licence; the last paragraph that matches applies
for text in contents[".reuse/dep5"].decode().split("\n\n"):
    keys = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
    source = keys.get("Source", source)
    if "Files" in keys:
        paragraphs.append((keys["Files"].split(), keys["Copyright"], keys["License"]))


def described(number, path, content):
    of = [entry for entry in paragraphs if any(fnmatch.fnmatchcase(path, pattern) for pattern in entry[0])]
    _, whose, licence = of[-1]
    return {
        "SPDXID": f"SPDXRef-File-{number}",
        "fileName": f"./{path}",
        "checksums": [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, content).hexdigest()} for name in ("sha1", "sha256")],
        "licenseConcluded": licence,
        "licenseInfoInFiles": licence.split(" AND "),
        "copyrightText": whose,
    }


files = [described(number, path, contents[path]) for number, path in enumerate(sorted(contents))]
sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
licences = sorted({licence for file in files for licence in file["licenseInfoInFiles"]})
whole = hashlib.sha256(open(tarball, "rb").read()).hexdigest()
package = {
    "SPDXID": "SPDXRef-Package",
    "name": "broadloom",
    "versionInfo": version,
    "downloadLocation": "NOASSERTION",
    "filesAnalyzed": True,
    "packageVerificationCode": {"packageVerificationCodeValue": hashlib.sha1("".join(sums).encode()).hexdigest()},
    "checksums": [{"algorithm": "SHA256", "checksumValue": whole}],
    "comment": "The checksum is that of the tarball before compression.",
    "licenseConcluded": " AND ".join(licences),
    "licenseDeclared": "Apache-2.0",
    "licenseInfoFromFiles": licences,
    "copyrightText": paragraphs[0][1],
    "hasFiles": [file["SPDXID"] for file in files],
}
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"broadloom-{version}",
    "documentNamespace": f"{source}/spdx/{version}-{whole}",
    "creationInfo": {"created": time, "creators": ["Tool: packaging/spdx.py"]},
    "packages": [package],
    "files": files,
    "relationships": [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Package"}
    ],
}
json.dump(document, sys.stdout, indent=1)
print()
