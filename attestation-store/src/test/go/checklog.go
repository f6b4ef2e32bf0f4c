// Checklog checks a log of Assay with the code that Go checks its own module log with.
//
//	checklog proof VKEY STATEMENT PROOF     the statement is in the log
//	checklog tiles CHECKPOINT               the paths of the tiles that the next one reads
//	checklog growth VKEY OLD NEW DIRECTORY  the log of NEW begins with what OLD covers
//
// VKEY is the log's key as GET /v1/keys shows it, PROOF a C2SP tlog-proof, OLD and NEW are
// checkpoints, and DIRECTORY has the tiles of NEW. It exits with 1, and the part that does not hold
// is the first word it prints.
package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Our tiles have 256 hashes, and no height in their paths.
const height = 8

func main() {
	arguments := os.Args[1:]
	switch {
	case len(arguments) == 4 && arguments[0] == "proof":
		checkProof(arguments[1], read(arguments[2]), read(arguments[3]))
	case len(arguments) == 2 && arguments[0] == "tiles":
		_, tree := parse(string(read(arguments[1])))
		printTiles(tree.N)
	case len(arguments) == 5 && arguments[0] == "growth":
		older := open(arguments[1], read(arguments[2]))
		newer := open(arguments[1], read(arguments[3]))
		checkGrowth(older, newer, arguments[4])
	default:
		fmt.Fprintln(os.Stderr, "usage: checklog proof VKEY STATEMENT PROOF")
		fmt.Fprintln(os.Stderr, "       checklog tiles CHECKPOINT")
		fmt.Fprintln(os.Stderr, "       checklog growth VKEY OLD NEW DIRECTORY")
		os.Exit(2)
	}
}

func fail(part string, detail interface{}) {
	fmt.Printf("%s: %v\n", part, detail)
	os.Exit(1)
}

func read(name string) []byte {
	content, err := os.ReadFile(name)
	if err != nil {
		fail("file", err)
	}
	return content
}

func hash(text string) tlog.Hash {
	var hash tlog.Hash
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(decoded) != len(hash) {
		fail("format", "no hash: "+text)
	}
	copy(hash[:], decoded)
	return hash
}

func number(text string) int64 {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		fail("format", err)
	}
	return number
}

// The origin and the tree that the text of a checkpoint names.
func parse(text string) (string, tlog.Tree) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) < 4 {
		fail("format", "expected origin, size and root hash")
	}
	return lines[0], tlog.Tree{N: number(lines[1]), Hash: hash(lines[2])}
}

// The tree of a checkpoint that vkey signed.
func open(vkey string, checkpoint []byte) tlog.Tree {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		fail("key", err)
	}
	signed, err := note.Open(checkpoint, note.VerifierList(verifier))
	if err != nil {
		fail("signature", err)
	}
	origin, tree := parse(signed.Text)
	if origin != verifier.Name() {
		fail("origin", origin)
	}
	return tree
}

func checkProof(vkey string, statement, document []byte) {
	parts := bytes.SplitN(document, []byte("\n\n"), 2)
	lines := strings.Split(string(parts[0]), "\n")
	if len(parts) != 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		fail("format", "no tlog-proof")
	}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		lines = lines[1:]
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "index ") {
		fail("format", "no index")
	}
	index := number(strings.TrimPrefix(lines[0], "index "))
	var proof tlog.RecordProof
	for _, line := range lines[1:] {
		proof = append(proof, hash(line))
	}
	tree := open(vkey, parts[1])
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(statement)); err != nil {
		fail("inclusion", err)
	}
	fmt.Printf("the statement is entry %d of %d\n", index, tree.N)
}

// The path under which our log serves tile.
func path(tile tlog.Tile) string {
	return "tile/" + strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", height))
}

func printTiles(size int64) {
	const width = 1 << height
	for level := 0; size > 0; level++ {
		for n := int64(0); n < size/width; n++ {
			fmt.Println(path(tlog.Tile{H: height, L: level, N: n, W: width}))
		}
		if rest := int(size % width); rest > 0 {
			fmt.Println(path(tlog.Tile{H: height, L: level, N: size / width, W: rest}))
		}
		size /= width
	}
}

// Tiles of a directory.
type directory string

func (d directory) Height() int { return height }

func (d directory) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var contents [][]byte
	for _, tile := range tiles {
		content, err := os.ReadFile(filepath.Join(string(d), filepath.FromSlash(path(tile))))
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

func (d directory) SaveTiles([]tlog.Tile, [][]byte) {}

func checkGrowth(older, newer tlog.Tree, tiles string) {
	proof, err := tlog.ProveTree(newer.N, older.N, tlog.TileHashReader(newer, directory(tiles)))
	if err != nil {
		fail("tiles", err)
	}
	if err := tlog.CheckTree(proof, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		fail("consistency", err)
	}
	fmt.Printf("the %d entries begin with the %d of before\n", newer.N, older.N)
}
