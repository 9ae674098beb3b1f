// The adapter protocol (docs/adapter-protocol.md) for adapters in Go. This file
// is compiled together with that of the adapter, which gives serve a library.
// An error is the refusal of the input. A panic ends the adapter, as it would
// end any program.

package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// Where RDATA stands in what alone returns: past all that a pointer reaches.
const alonePos = 16384

type request struct {
	ID      uint64 `json:"id"`
	Op      string
	Octets  string
	Text    string
	Origin  string
	Rdata   string
	Message *string
	Owner   *string

	Order, Preference, Priority, Weight, Port    uint16
	Flags, Services, Regexp, Replacement, Target string
}

type result map[string]interface{}

// record has the fields of a NAPTR or SRV record: numbers, and octets as
// []byte; in a result a string is presentation text, an octet a byte.
type record map[string]interface{}

// library is what an implementation can do; nil where it cannot. The kind is
// "naptr" or "srv". encodeMessage returns a message with the record as its only
// answer, encode and scan return RDATA.
type library struct {
	decode        func(kind string, rdata []byte) (record, error)
	decodeMessage func(kind string, message []byte) ([]record, error)
	encode        func(kind string, r record) ([]byte, error)
	encodeMessage func(kind string, r record, owner []byte) ([]byte, error)
	scan          func(kind, text, origin string) ([]byte, error)
	print         func(kind string, r record) (string, error)
}

// unsupported is the error where the implementation cannot be asked this.
type unsupported string

func (why unsupported) Error() string {
	return string(why)
}

// alone puts RDATA at alonePos, for a function that wants a message around it.
// Every compression pointer leads into octets that are no label.
func alone(rdata []byte) []byte {
	octets := make([]byte, alonePos, alonePos+len(rdata))
	for i := range octets {
		octets[i] = 0x80
	}
	return append(octets, rdata...)
}

// octets are those of a request, from hexadecimal.
func octets(hexadecimal string) []byte {
	octets, err := hex.DecodeString(hexadecimal)
	if err != nil {
		panic(err)
	}
	return octets
}

// textOctets are the octets of zone-file text; a character stands for an octet.
func textOctets(text string) string {
	octets := make([]byte, 0, len(text))
	for _, character := range text {
		octets = append(octets, byte(character))
	}
	return string(octets)
}

// octetsText is zone-file text of an answer from its octets.
func octetsText(octets string) string {
	characters := make([]rune, 0, len(octets))
	for i := 0; i < len(octets); i++ {
		characters = append(characters, rune(octets[i]))
	}
	return string(characters)
}

// inEscapes is zone-file text in which all but letters and digits is escaped.
func inEscapes(octets []byte) string {
	text := ""
	for _, c := range octets {
		if c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z' {
			text += string(rune(c))
		} else {
			text += fmt.Sprintf("\\%03d", c)
		}
	}
	return text
}

// nameInEscapes is an uncompressed name in wire form as such text.
func nameInEscapes(name []byte) (string, error) {
	text := ""
	at := 0
	for at < len(name) && name[at] > 0 && name[at] < 64 {
		end := at + 1 + int(name[at])
		if end > len(name) {
			break
		}
		text += inEscapes(name[at+1:end]) + "."
		at = end
	}
	if at != len(name)-1 || name[at] != 0 {
		return "", unsupported("these octets are no name, and it takes text")
	}
	if text == "" {
		return ".", nil
	}
	return text, nil
}

// rdataInAnswer is the RDATA of the first record of a message that the
// implementation wrote with one question, just as it stands there.
func rdataInAnswer(message []byte) []byte {
	at := pastName(message, pastName(message, 12)+4) + 10
	length := int(message[at-2])<<8 + int(message[at-1])
	return message[at : at+length]
}

func pastName(message []byte, at int) int {
	for message[at] != 0 {
		if message[at] >= 0xc0 {
			return at + 2
		}
		at += 1 + int(message[at])
	}
	return at + 1
}

func (r *request) cap() string {
	if r.Message != nil || r.Owner != nil {
		return r.Op + "/message"
	}
	if r.Origin != "" && r.Origin != "." {
		return r.Op + "/origin"
	}
	return r.Op
}

func (r *request) echo() result {
	return result{"octets": hex.EncodeToString(octets(r.Octets)),
		"text": octetsText(textOctets(r.Text))}
}

func (r *request) kind() string {
	return r.Op[:strings.IndexByte(r.Op, '.')]
}

func (r *request) record() record {
	if r.kind() == "srv" {
		return record{"priority": r.Priority, "weight": r.Weight,
			"port": r.Port, "target": octets(r.Target)}
	}
	return record{"order": r.Order, "preference": r.Preference,
		"flags": octets(r.Flags), "services": octets(r.Services),
		"regexp": octets(r.Regexp), "replacement": octets(r.Replacement)}
}

func (r record) shown() result {
	out := result{}
	for field, value := range r {
		switch v := value.(type) {
		case []byte:
			out[field] = hex.EncodeToString(v)
		case string:
			out[field+"_text"] = octetsText(v)
		default:
			out[field] = v
		}
	}
	return out
}

func ofRdata(rdata []byte, err error) (result, error) {
	return result{"rdata": hex.EncodeToString(rdata)}, err
}

type op func(*request) (result, error)

// ops are the functions of the library that there are, by the names of caps.
func (l library) ops() map[string]op {
	ops := map[string]op{}
	if l.decode != nil {
		ops["decode"] = func(r *request) (result, error) {
			record, err := l.decode(r.kind(), octets(r.Rdata))
			return record.shown(), err
		}
	}
	if l.decodeMessage != nil {
		ops["decode/message"] = func(r *request) (result, error) {
			list := []result{}
			records, err := l.decodeMessage(r.kind(), octets(*r.Message))
			for _, record := range records {
				list = append(list, record.shown())
			}
			return result{"records": list}, err
		}
	}
	if l.encode != nil {
		ops["encode"] = func(r *request) (result, error) {
			return ofRdata(l.encode(r.kind(), r.record()))
		}
	}
	if l.encodeMessage != nil {
		ops["encode/message"] = func(r *request) (result, error) {
			owner := octets(*r.Owner)
			message, err := l.encodeMessage(r.kind(), r.record(), owner)
			if err != nil {
				return nil, err
			}
			return ofRdata(rdataInAnswer(message), nil)
		}
	}
	if l.scan != nil {
		ops["scan"] = func(r *request) (result, error) {
			return ofRdata(l.scan(r.kind(), textOctets(r.Text), r.Origin))
		}
		ops["scan/origin"] = ops["scan"]
	}
	if l.print != nil {
		ops["print"] = func(r *request) (result, error) {
			text, err := l.print(r.kind(), r.record())
			return result{"text": octetsText(text)}, err
		}
	}
	return ops
}

func (r *request) answer(ops map[string]op) result {
	if r.Op == "echo" {
		return result{"id": r.ID, "ok": r.echo()}
	}
	function, known := ops[r.cap()[len(r.kind())+1:]]
	if !known {
		return result{"id": r.ID, "unsupported": "no " + r.cap()}
	}
	ok, err := function(r)
	var why unsupported
	if errors.As(err, &why) {
		return result{"id": r.ID, "unsupported": why.Error()}
	}
	if err != nil {
		return result{"id": r.ID, "reject": err.Error()}
	}
	return result{"id": r.ID, "ok": ok}
}

func hello(name, version string, ops map[string]op) result {
	caps := []string{}
	for verb := range ops {
		caps = append(caps, "naptr."+verb, "srv."+verb)
	}
	return result{"proto": 1, "name": name, "version": version, "caps": caps}
}

// serve answers requests until the input ends.
func serve(name, version string, l library) error {
	ops := l.ops()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		r := new(request)
		if err := json.Unmarshal(in.Bytes(), r); err != nil {
			return err
		}
		answer := hello(name, version, ops)
		if r.Op != "hello" {
			answer = r.answer(ops)
		}
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return errors.New("a request is longer than 1 MiB")
	}
	return in.Err()
}
