// The Go package github.com/miekg/dns behind the adapter protocol.
package main

import (
	"strings"

	"github.com/miekg/dns"
)

func built(kind uint16, r record, owner string) dns.RR {
	rr := dns.TypeToRR[kind]()
	*rr.Header() = dns.RR_Header{Name: owner, Rrtype: kind, Class: dns.ClassINET}
	r.fill(rr)
	return rr
}

func decode(kind uint16, rdata []byte) (interface{}, error) {
	header := dns.RR_Header{Name: ".", Rrtype: kind, Class: dns.ClassINET,
		Rdlength: uint16(len(rdata))}
	rr, _, err := dns.UnpackRRWithHeader(header, alone(rdata), alonePos)
	return rr, err
}

func decodeMessage(kind uint16, octets []byte) (list []interface{}, err error) {
	message := new(dns.Msg)
	err = message.Unpack(octets)
	for _, rr := range message.Answer {
		if rr.Header().Rrtype == kind {
			list = append(list, rr)
		}
	}
	return list, err
}

func encode(kind uint16, r record, owner string) ([]byte, error) {
	message := new(dns.Msg).SetQuestion(owner, kind)
	message.Compress = true
	message.Answer = []dns.RR{built(kind, r, owner)}
	return message.Pack()
}

func scan(line, origin string) ([]byte, error) {
	message := new(dns.Msg)
	zone := dns.NewZoneParser(strings.NewReader(line), origin, "")
	for rr, ok := zone.Next(); ok; rr, ok = zone.Next() {
		message.Answer = append(message.Answer, rr)
	}
	if err := zone.Err(); err != nil {
		return nil, err
	}
	return message.Pack()
}

func main() {
	print := func(kind uint16, r record) string {
		return built(kind, r, ".").String()
	}
	serve("miekg/dns", dns.Version.String(),
		library{decode, decodeMessage, encode, scan, print})
}
