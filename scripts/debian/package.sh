#!/usr/bin/env bash
# Makes a Debian package of a directory as scripts/dist.sh lays it out, which is moved into the package.
# usage: scripts/debian/package.sh STAGE VERSION ARCHITECTURE FILE
set -euo pipefail
stage=$1 version=$2 architecture=$3 file=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(mktemp -d "$(dirname "$file")/root.XXXXXX")
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
mkdir -p "$root/DEBIAN" "$root/usr/lib/systemd/system" "$root/usr/lib/sysusers.d" "$root/usr/bin" \
  "$root/usr/share/doc/assay-referee" "$root/usr/share/bash-completion/completions" \
  "$root/usr/share/zsh/vendor-completions" "$root/usr/share/fish/vendor_completions.d"
mv "$stage" "$root/usr/lib/assay-referee"
installed=$root/usr/lib/assay-referee
ln -s ../lib/assay-referee/assay "$root/usr/bin/assay"
mv "$installed/share/completions/assay.bash" "$root/usr/share/bash-completion/completions/assay"
mv "$installed/share/completions/assay.zsh" "$root/usr/share/zsh/vendor-completions/_assay"
mv "$installed/share/completions/assay.fish" "$root/usr/share/fish/vendor_completions.d/assay.fish"
mv "$installed/share/man" "$root/usr/share/man"
rm -r "$installed/share"
mv "$installed/LICENSE" "$root/usr/share/doc/assay-referee/copyright"
mv "$installed/README.md" "$installed/CHANGELOG.md" "$root/usr/share/doc/assay-referee/"
install -m 644 "$here/assay.service" "$root/usr/lib/systemd/system/"
install -m 644 "$here/assay.conf" "$root/usr/lib/sysusers.d/"
install -m 755 "$here/postinst" "$here/prerm" "$here/postrm" "$root/DEBIAN/"
cat >"$root/DEBIAN/control" <<TEXT
Package: assay-referee
Version: $version
Architecture: $architecture
Maintainer: The Assay project <assay@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: bash, libc6 (>= 2.31), libstdc++6, zlib1g
Recommends: bubblewrap
Description: referee of what autonomous agents claim
 Assay verifies what agents say that they did: it reads their evidence, runs
 real checks, signs what was found and keeps it in a public log.
TEXT
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
dpkg-deb --root-owner-group -Zgzip --build "$root" "$file" >/dev/null
