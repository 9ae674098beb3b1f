// The Go package github.com/miekg/dns behind the adapter protocol. Its strings
// and names are zone-file text without quotes.

package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/miekg/dns"
)

func shown(rr dns.RR) result {
	quoted := func(s string) string { return octetsText("\"" + s + "\"") }
	switch r := rr.(type) {
	case *dns.NAPTR:
		return result{"order": r.Order, "preference": r.Preference,
			"flags_text": quoted(r.Flags), "services_text": quoted(r.Service),
			"regexp_text":      quoted(r.Regexp),
			"replacement_text": octetsText(r.Replacement)}
	case *dns.SRV:
		return result{"priority": r.Priority, "weight": r.Weight,
			"port": r.Port, "target_text": octetsText(r.Target)}
	}
	panic(fmt.Sprintf("a record of type %T", rr))
}

func built(rrtype uint16, r *request, owner string) (dns.RR, error) {
	header := dns.RR_Header{Name: owner, Rrtype: rrtype, Class: dns.ClassINET}
	if rrtype == dns.TypeSRV {
		target, err := nameInEscapes(octets(r.Target))
		return &dns.SRV{Hdr: header, Priority: r.Priority, Weight: r.Weight,
			Port: r.Port, Target: target}, err
	}
	replacement, err := nameInEscapes(octets(r.Replacement))
	return &dns.NAPTR{Hdr: header, Order: r.Order, Preference: r.Preference,
		Flags:       inEscapes(octets(r.Flags)),
		Service:     inEscapes(octets(r.Services)),
		Regexp:      inEscapes(octets(r.Regexp)),
		Replacement: replacement}, err
}

// rdata packs a record with the owner "." and returns what follows the ten
// octets behind that.
func rdata(rr dns.RR) (result, error) {
	buf := make([]byte, 65535)
	end, err := dns.PackRR(rr, buf, 0, nil, false)
	if err != nil {
		return nil, err
	}
	return result{"rdata": hex.EncodeToString(buf[11:end])}, nil
}

func opsOf(ops map[string]op, kind string, rrtype uint16) {
	ops[kind+".decode"] = func(r *request) (result, error) {
		octets := octets(r.Rdata)
		if len(octets) > 65535 {
			return nil, unsupported("an RDLENGTH has 16 bits")
		}
		header := dns.RR_Header{Name: ".", Rrtype: rrtype,
			Class: dns.ClassINET, Rdlength: uint16(len(octets))}
		rr, _, err := dns.UnpackRRWithHeader(header, alone(octets), alonePos)
		if err != nil {
			return nil, err
		}
		return shown(rr), nil
	}
	ops[kind+".decode/message"] = func(r *request) (result, error) {
		message := new(dns.Msg)
		if err := message.Unpack(octets(*r.Message)); err != nil {
			return nil, err
		}
		records := []result{}
		for _, rr := range message.Answer {
			if rr.Header().Rrtype == rrtype {
				records = append(records, shown(rr))
			}
		}
		return result{"records": records}, nil
	}
	ops[kind+".encode"] = func(r *request) (result, error) {
		rr, err := built(rrtype, r, ".")
		if err != nil {
			return nil, err
		}
		return rdata(rr)
	}
	ops[kind+".encode/message"] = func(r *request) (result, error) {
		owner, err := nameInEscapes(octets(*r.Owner))
		if err != nil {
			return nil, err
		}
		rr, err := built(rrtype, r, owner)
		if err != nil {
			return nil, err
		}
		message := new(dns.Msg)
		message.SetQuestion(owner, rrtype)
		message.Compress = true
		message.Answer = []dns.RR{rr}
		octets, err := message.Pack()
		if err != nil {
			return nil, err
		}
		return result{"rdata": rdataInAnswer(octets)}, nil
	}
	scan := func(r *request) (result, error) {
		line := ". 0 IN " + strings.ToUpper(kind) + " " + textOctets(r.Text)
		zone := dns.NewZoneParser(strings.NewReader(line), r.Origin, "")
		rr, _ := zone.Next()
		if _, more := zone.Next(); more {
			return nil, fmt.Errorf("more than one record")
		}
		if err := zone.Err(); err != nil {
			return nil, err
		}
		if rr == nil {
			return nil, fmt.Errorf("no record")
		}
		return rdata(rr)
	}
	ops[kind+".scan"] = scan
	ops[kind+".scan/origin"] = scan
	ops[kind+".print"] = func(r *request) (result, error) {
		rr, err := built(rrtype, r, ".")
		if err != nil {
			return nil, err
		}
		text := strings.TrimPrefix(rr.String(), rr.Header().String())
		return result{"text": octetsText(text)}, nil
	}
}

func main() {
	ops := map[string]op{}
	opsOf(ops, "naptr", dns.TypeNAPTR)
	opsOf(ops, "srv", dns.TypeSRV)
	if err := serve("miekg/dns", dns.Version.String(), ops); err != nil {
		fmt.Fprintln(os.Stderr, "miekg-dns:", err)
		os.Exit(2)
	}
}
