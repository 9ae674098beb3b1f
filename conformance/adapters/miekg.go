// The Go package github.com/miekg/dns behind the adapter protocol. Its strings
// and names are zone-file text without quotes.

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/miekg/dns"
)

var types = map[string]uint16{"naptr": dns.TypeNAPTR, "srv": dns.TypeSRV}

func shown(rr dns.RR) record {
	switch r := rr.(type) {
	case *dns.NAPTR:
		return record{"order": r.Order, "preference": r.Preference,
			"flags": "\"" + r.Flags + "\"", "services": "\"" + r.Service + "\"",
			"regexp": "\"" + r.Regexp + "\"", "replacement": r.Replacement}
	case *dns.SRV:
		return record{"priority": r.Priority, "weight": r.Weight,
			"port": r.Port, "target": r.Target}
	}
	panic(fmt.Sprintf("a record of type %T", rr))
}

func built(kind string, r record, owner []byte) (dns.RR, error) {
	name := r["replacement"]
	if kind == "srv" {
		name = r["target"]
	}
	to, err := nameInEscapes(name.([]byte))
	if err != nil {
		return nil, err
	}
	at, err := nameInEscapes(owner)
	header := dns.RR_Header{Name: at, Rrtype: types[kind], Class: dns.ClassINET}
	if kind == "srv" {
		return &dns.SRV{Hdr: header, Priority: r["priority"].(uint16),
			Weight: r["weight"].(uint16), Port: r["port"].(uint16),
			Target: to}, err
	}
	return &dns.NAPTR{Hdr: header, Order: r["order"].(uint16),
		Preference:  r["preference"].(uint16),
		Flags:       inEscapes(r["flags"].([]byte)),
		Service:     inEscapes(r["services"].([]byte)),
		Regexp:      inEscapes(r["regexp"].([]byte)),
		Replacement: to}, err
}

func decode(kind string, rdata []byte) (record, error) {
	if len(rdata) > 65535 {
		return nil, unsupported("an RDLENGTH has 16 bits")
	}
	header := dns.RR_Header{Name: ".", Rrtype: types[kind],
		Class: dns.ClassINET, Rdlength: uint16(len(rdata))}
	rr, _, err := dns.UnpackRRWithHeader(header, alone(rdata), alonePos)
	if err != nil {
		return nil, err
	}
	return shown(rr), nil
}

func decodeMessage(kind string, octets []byte) ([]record, error) {
	message := new(dns.Msg)
	if err := message.Unpack(octets); err != nil {
		return nil, err
	}
	records := []record{}
	for _, rr := range message.Answer {
		if rr.Header().Rrtype == types[kind] {
			records = append(records, shown(rr))
		}
	}
	return records, nil
}

// pack returns what follows the ten octets behind the owner ".".
func pack(rr dns.RR, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	buf := make([]byte, 65535)
	end, err := dns.PackRR(rr, buf, 0, nil, false)
	if err != nil {
		return nil, err
	}
	return buf[11:end], nil
}

func encode(kind string, r record) ([]byte, error) {
	return pack(built(kind, r, []byte{0}))
}

func encodeMessage(kind string, r record, owner []byte) ([]byte, error) {
	rr, err := built(kind, r, owner)
	if err != nil {
		return nil, err
	}
	message := new(dns.Msg)
	message.SetQuestion(rr.Header().Name, types[kind])
	message.Compress = true
	message.Answer = []dns.RR{rr}
	return message.Pack()
}

func scan(kind, text, origin string) ([]byte, error) {
	line := ". 0 IN " + strings.ToUpper(kind) + " " + text
	zone := dns.NewZoneParser(strings.NewReader(line), origin, "")
	rr, _ := zone.Next()
	if _, more := zone.Next(); more {
		return nil, errors.New("more than one record")
	}
	if err := zone.Err(); err != nil {
		return nil, err
	}
	if rr == nil {
		return nil, errors.New("no record")
	}
	return pack(rr, nil)
}

func print(kind string, r record) (string, error) {
	rr, err := built(kind, r, []byte{0})
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(rr.String(), rr.Header().String()), nil
}

func main() {
	err := serve("miekg/dns", dns.Version.String(), library{decode,
		decodeMessage, encode, encodeMessage, scan, print})
	if err != nil {
		fmt.Fprintln(os.Stderr, "miekg-dns:", err)
		os.Exit(2)
	}
}
