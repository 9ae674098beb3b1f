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
	"reflect"
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
	Owner   string

	Order, Preference, Priority, Weight, Port    uint16
	Flags, Services, Regexp, Replacement, Target string
}

type result map[string]interface{}

// record has the fields of a NAPTR or SRV record in their order: numbers, and
// octets as []byte.
type record []interface{}

// library is what an implementation can do; nil where it cannot. The kind is
// the number of the type, 35 or 33. A decoded record is a struct that has the
// record's fields behind one other field, the numbers as uint16 and the rest as
// zone-file text without quotes. encode and scan return a message with the
// record as its only answer. The owner is zone-file text, the root where the
// request has none. scan gets a whole line: owner, TTL, class, type and the
// text. print may return a whole line.
type library struct {
	decode        func(kind uint16, rdata []byte) (interface{}, error)
	decodeMessage func(kind uint16, message []byte) ([]interface{}, error)
	encode        func(kind uint16, r record, owner string) ([]byte, error)
	scan          func(line, origin string) ([]byte, error)
	print         func(kind uint16, r record) string
}

var fields = map[uint16][]string{
	35: {"order", "preference", "flags", "services", "regexp", "replacement"},
	33: {"priority", "weight", "port", "target"},
}

var names = map[uint16]string{35: "naptr", 33: "srv"}

// unsupported is the error, or what to panic with, where the implementation
// cannot be asked this.
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
func nameInEscapes(name []byte) string {
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
		panic(unsupported("these octets are no name, and it takes text"))
	}
	if text == "" {
		return "."
	}
	return text
}

// fill puts the record into the fields behind the first of a struct, octets as
// zone-file text.
func (r record) fill(to interface{}) {
	value := reflect.ValueOf(to).Elem()
	for i, field := range r {
		switch f := field.(type) {
		case uint16:
			value.Field(i + 1).SetUint(uint64(f))
		case []byte:
			text := inEscapes
			if i+1 == len(r) {
				text = nameInEscapes
			}
			value.Field(i + 1).SetString(text(f))
		}
	}
}

// shown is a record out of such a struct as an answer has it.
func shown(kind uint16, from interface{}) result {
	value := reflect.ValueOf(from).Elem()
	if value.NumField() != 1+len(fields[kind]) {
		panic(fmt.Sprintf("a record of type %T", from))
	}
	out := result{}
	for i, name := range fields[kind] {
		field := value.Field(i + 1)
		if field.Kind() != reflect.String {
			out[name] = field.Uint()
		} else if i+1 == len(fields[kind]) {
			out[name+"_text"] = octetsText(field.String())
		} else {
			out[name+"_text"] = octetsText("\"" + field.String() + "\"")
		}
	}
	return out
}

// rdataInAnswer is the RDATA of the only record in a message that the
// implementation wrote, just as it stands there.
func rdataInAnswer(message []byte) ([]byte, error) {
	if records := int(message[6])<<8 + int(message[7]); records != 1 {
		return nil, fmt.Errorf("%d records", records)
	}
	at := 12
	if message[5] > 0 {
		at = pastName(message, at) + 4
	}
	at = pastName(message, at) + 10
	length := int(message[at-2])<<8 + int(message[at-1])
	return message[at : at+length], nil
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

func (r *request) echo() result {
	return result{"octets": hex.EncodeToString(octets(r.Octets)),
		"text": octetsText(textOctets(r.Text))}
}

func (r *request) kind() uint16 {
	if strings.HasPrefix(r.Op, "srv.") {
		return 33
	}
	return 35
}

func (r *request) record() record {
	if r.kind() == 33 {
		return record{r.Priority, r.Weight, r.Port, octets(r.Target)}
	}
	return record{r.Order, r.Preference, octets(r.Flags), octets(r.Services),
		octets(r.Regexp), octets(r.Replacement)}
}

func ofMessage(message []byte, err error) (result, error) {
	if err != nil {
		return nil, err
	}
	rdata, err := rdataInAnswer(message)
	return result{"rdata": hex.EncodeToString(rdata)}, err
}

func (l library) askDecode(r *request) (result, error) {
	rdata := octets(r.Rdata)
	if len(rdata) > 65535 {
		return nil, unsupported("an RDLENGTH has 16 bits")
	}
	record, err := l.decode(r.kind(), rdata)
	if err != nil {
		return nil, err
	}
	return shown(r.kind(), record), nil
}

func (l library) askDecodeMessage(r *request) (result, error) {
	records, err := l.decodeMessage(r.kind(), octets(*r.Message))
	if err != nil {
		return nil, err
	}
	list := []result{}
	for _, record := range records {
		list = append(list, shown(r.kind(), record))
	}
	return result{"records": list}, nil
}

func (l library) askEncode(r *request) (result, error) {
	owner := "."
	if r.Owner != "" {
		owner = nameInEscapes(octets(r.Owner))
	}
	return ofMessage(l.encode(r.kind(), r.record(), owner))
}

func (l library) askScan(r *request) (result, error) {
	line := ". 0 IN " + strings.ToUpper(names[r.kind()]) + " "
	return ofMessage(l.scan(line+textOctets(r.Text), r.Origin))
}

func (l library) askPrint(r *request) (result, error) {
	text := l.print(r.kind(), r.record())
	name := strings.ToUpper(names[r.kind()])
	if i := strings.Index(text, name); i >= 0 {
		text = strings.TrimLeft(text[i+len(name):], " \t")
	}
	return result{"text": octetsText(text)}, nil
}

type ask func(*request) (result, error)

// asks are the functions of the library that there are, by the names of caps.
func (l library) asks() map[string]ask {
	asks := map[string]ask{}
	if l.decode != nil {
		asks["decode"] = l.askDecode
	}
	if l.decodeMessage != nil {
		asks["decode/message"] = l.askDecodeMessage
	}
	if l.encode != nil {
		asks["encode"], asks["encode/message"] = l.askEncode, l.askEncode
	}
	if l.scan != nil {
		asks["scan"], asks["scan/origin"] = l.askScan, l.askScan
	}
	if l.print != nil {
		asks["print"] = l.askPrint
	}
	return asks
}

// call calls the function; what it panics with is an error if it is an
// unsupported.
func (r *request) call(function ask) (ok result, err error) {
	defer func() {
		switch why := recover().(type) {
		case nil:
		case unsupported:
			err = why
		default:
			panic(why)
		}
	}()
	return function(r)
}

func (r *request) answer(asks map[string]ask) result {
	if r.Op == "echo" {
		return result{"id": r.ID, "ok": r.echo()}
	}
	verb := r.Op[len(names[r.kind()])+1:]
	if r.Message != nil {
		verb += "/message"
	}
	if asks[verb] == nil {
		return result{"id": r.ID, "unsupported": "no " + verb}
	}
	ok, err := r.call(asks[verb])
	var why unsupported
	if errors.As(err, &why) {
		return result{"id": r.ID, "unsupported": why.Error()}
	}
	if err != nil {
		return result{"id": r.ID, "reject": err.Error()}
	}
	return result{"id": r.ID, "ok": ok}
}

func hello(name, version string, asks map[string]ask) result {
	caps := []string{}
	for verb := range asks {
		caps = append(caps, "naptr."+verb, "srv."+verb)
	}
	return result{"proto": 1, "name": name, "version": version, "caps": caps}
}

// serve answers requests until the input ends, and ends the adapter where it
// cannot.
func serve(name, version string, l library) {
	if err := l.serve(name, version); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(2)
	}
}

func (l library) serve(name, version string) error {
	asks := l.asks()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		r := new(request)
		if err := json.Unmarshal(in.Bytes(), r); err != nil {
			return err
		}
		answer := hello(name, version, asks)
		if r.Op != "hello" {
			answer = r.answer(asks)
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
