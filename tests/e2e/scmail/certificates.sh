#!/bin/sh
# SPDX-License-Identifier: MIT
# certificates.sh FOLDER: a CA of our own (ca.crt) and what servers may show: good, wrong (another
# name), expired, self (signed by nobody else). other.crt is a CA that signed none of them.
set -eu
cd "$1"
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
ca='-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign'
here='DNS:localhost,IP:127.0.0.1,IP:::1'
printf 'extendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\nsubjectAltName=%s\n' "$here" >leaf.ext
sed 's/subjectAltName=.*/subjectAltName=DNS:wrong.example/' leaf.ext >wrong.ext
# shellcheck disable=SC2086 # words
for name in ca other; do
	openssl req -x509 $key -days 3650 -subj "/CN=test $name" -keyout $name.key -out $name.crt $ca
done
# shellcheck disable=SC2086
openssl req -x509 $key -days 3650 -subj /CN=localhost -keyout self.key -out self.crt \
	-addext "subjectAltName=$here" -addext basicConstraints=CA:FALSE

# leaf NAME EXTENSIONS DAYS
leaf() {
	# shellcheck disable=SC2086
	openssl req $key -subj /CN=localhost -keyout "$1.key" -out "$1.csr"
	openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days "$3" -extfile "$2" -out "$1.crt"
}
leaf good leaf.ext 3650
leaf wrong wrong.ext 3650
leaf expired leaf.ext -1
