/* SPDX-License-Identifier: MIT */
/*
 * Serial lines on Windows. Reads are overlapped and stay pending between calls, so that one wait
 * can include other handles. With MAXDWORD as interval and multiplier a read ends with the first
 * available bytes (COMMTIMEOUTS of Microsoft's documentation).
 */
#include <windows.h>

#include <stdlib.h>
#include <string.h>

#include "biosbelt/serial.h"
#include "biosbelt/tr.h"

#ifndef ERROR_NO_SUCH_DEVICE
#define ERROR_NO_SUCH_DEVICE 433 /* older headers lack it */
#endif

#define READ_SIZE  65536
#define QUEUE_SIZE 65536   /* bytes the driver keeps for us */
#define READ_WAIT  3600000 /* ms after which a pending read ends without data and is restarted */
#define DEVICE_MAX 512

struct serial {
	HANDLE port;
	OVERLAPPED in;
	OVERLAPPED out;
	bool pending;
	uint8_t buf[READ_SIZE];
	size_t have; /* bytes of buf; those from at on are not returned yet */
	size_t at;
	struct serial_cfg cfg;
};

static enum err_code fail_with(DWORD code, struct err *err, const char *what)
{
	switch (code) {
	case ERROR_FILE_NOT_FOUND:
	case ERROR_PATH_NOT_FOUND:
	case ERROR_BAD_COMMAND:
	case ERROR_GEN_FAILURE:
	case ERROR_OPERATION_ABORTED:
	case ERROR_DEVICE_NOT_CONNECTED:
	case ERROR_DEVICE_REMOVED:
	case ERROR_INVALID_HANDLE:
	case ERROR_NO_SUCH_DEVICE:
	case ERROR_BROKEN_PIPE:
	case ERROR_IO_DEVICE:
		return err_set_os(err, ERR_NOTFOUND, (long)code, "%s: the port is gone", tr(what));
	case ERROR_ACCESS_DENIED: /* also the result of a second open */
	case ERROR_SHARING_VIOLATION:
		return err_set_os(
			err, ERR_BUSY, (long)code, "%s: in use by another program", tr(what));
	case ERROR_INVALID_PARAMETER:
	case ERROR_INVALID_FUNCTION:
	case ERROR_NOT_SUPPORTED:
		return err_set_os(err, ERR_UNSUPPORTED, (long)code,
			"%s: not possible with this port", tr(what));
	default:
		return err_set_os(err, ERR_IO, (long)code, "%s", tr(what));
	}
}

/* Of a port that is open: USB adapters that were pulled out answer "access denied", too. */
static enum err_code fail(struct err *err, const char *what)
{
	DWORD code = GetLastError();

	return fail_with(
		code == ERROR_ACCESS_DENIED ? ERROR_DEVICE_NOT_CONNECTED : code, err, what);
}

static void fill(DCB *dcb, const struct serial_cfg *cfg)
{
	dcb->BaudRate = cfg->baud;
	dcb->ByteSize = (BYTE)cfg->data;
	dcb->StopBits = cfg->stop_2 == 2   ? ONESTOPBIT
			: cfg->stop_2 == 3 ? ONE5STOPBITS
					   : TWOSTOPBITS;
	dcb->Parity = cfg->parity == 'o'   ? ODDPARITY
		      : cfg->parity == 'e' ? EVENPARITY
		      : cfg->parity == 'm' ? MARKPARITY
		      : cfg->parity == 's' ? SPACEPARITY
					   : NOPARITY;
	dcb->fBinary = TRUE;
	dcb->fParity = cfg->parity != 'n';
	dcb->fNull = FALSE;
	dcb->fErrorChar = FALSE;
	dcb->fAbortOnError = FALSE;
	dcb->fDsrSensitivity = FALSE;
	dcb->fOutX = cfg->flow == 'X';
	dcb->fInX = cfg->flow == 'X';
	dcb->XonChar = 0x11;
	dcb->XoffChar = 0x13;
	dcb->XonLim = 2048;
	dcb->XoffLim = 2048;
	dcb->fOutxCtsFlow = cfg->flow == 'R';
	dcb->fOutxDsrFlow = cfg->flow == 'D';
}

static enum err_code apply(struct serial *s, const struct serial_cfg *cfg, enum serial_level dtr,
	enum serial_level rts, struct err *err)
{
	DCB dcb = {.DCBlength = sizeof dcb};

	if (!GetCommState(s->port, &dcb))
		return fail(err, "not a serial port");
	fill(&dcb, cfg);
	if (cfg->flow == 'R')
		dcb.fRtsControl = RTS_CONTROL_HANDSHAKE;
	else if (rts != SERIAL_KEEP)
		dcb.fRtsControl = rts == SERIAL_ON ? RTS_CONTROL_ENABLE : RTS_CONTROL_DISABLE;
	else if (dcb.fRtsControl == RTS_CONTROL_HANDSHAKE)
		dcb.fRtsControl = RTS_CONTROL_ENABLE;
	if (cfg->flow == 'D')
		dcb.fDtrControl = DTR_CONTROL_HANDSHAKE;
	else if (dtr != SERIAL_KEEP)
		dcb.fDtrControl = dtr == SERIAL_ON ? DTR_CONTROL_ENABLE : DTR_CONTROL_DISABLE;
	else if (dcb.fDtrControl == DTR_CONTROL_HANDSHAKE)
		dcb.fDtrControl = DTR_CONTROL_ENABLE;
	if (!SetCommState(s->port, &dcb))
		return fail(err, "line settings");
	s->cfg = *cfg;
	return ERR_OK;
}

enum err_code serial_configure(struct serial *s, const struct serial_cfg *cfg, struct err *err)
{
	return apply(s, cfg, SERIAL_KEEP, SERIAL_KEEP, err);
}

uint32_t serial_rate(const struct serial *s)
{
	DCB dcb = {.DCBlength = sizeof dcb};

	return GetCommState(s->port, &dcb) && dcb.BaudRate != 0 ? dcb.BaudRate : s->cfg.baud;
}

static enum err_code start(struct serial *s, const struct serial_opts *opts, struct err *err)
{
	COMMTIMEOUTS times = {MAXDWORD, MAXDWORD, READ_WAIT, 0, 0};
	enum serial_level dtr = opts->dtr == SERIAL_KEEP ? SERIAL_ON : opts->dtr;
	enum serial_level rts = opts->rts == SERIAL_KEEP ? SERIAL_ON : opts->rts;
	enum err_code rc;

	s->in.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
	s->out.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
	if (s->in.hEvent == NULL || s->out.hEvent == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = apply(s, &opts->cfg, dtr, rts, err);
	if (rc != ERR_OK)
		return rc;
	SetupComm(s->port, QUEUE_SIZE, QUEUE_SIZE); /* drivers may refuse; this is optional */
	if (!SetCommTimeouts(s->port, &times))
		return fail(err, "timeouts");
	return ERR_OK;
}

enum err_code serial_open(
	const char *device, const struct serial_opts *opts, struct serial **out, struct err *err)
{
	wchar_t wide[DEVICE_MAX];
	struct serial *s;
	enum err_code rc;

	if (MultiByteToWideChar(CP_UTF8, 0, device, -1, wide, DEVICE_MAX) == 0)
		return err_set(err, ERR_NOTFOUND, "no port has such a name");
	s = calloc(1, sizeof *s);
	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->port = CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING,
		FILE_FLAG_OVERLAPPED, NULL);
	rc = s->port == INVALID_HANDLE_VALUE ? fail_with(GetLastError(), err, "cannot open")
					     : start(s, opts, err);
	if (rc != ERR_OK) {
		serial_close(s);
		return rc;
	}
	*out = s;
	return ERR_OK;
}

void serial_close(struct serial *s)
{
	DWORD got;

	if (s == NULL)
		return;
	if (s->port != INVALID_HANDLE_VALUE) {
		if (s->pending) { /* the system may write into buf until the read has ended */
			CancelIoEx(s->port, &s->in); /* CancelIo: only what this thread began */
			GetOverlappedResult(s->port, &s->in, &got, TRUE);
		}
		CloseHandle(s->port);
	}
	if (s->in.hEvent != NULL)
		CloseHandle(s->in.hEvent);
	if (s->out.hEvent != NULL)
		CloseHandle(s->out.hEvent);
	free(s);
}

/* Begins a read unless one is pending or bytes are buffered. It asks for one byte: Wine 8 would
 * wait for all of a longer read; fetch_rest reads the others. */
static enum err_code begin(struct serial *s, struct err *err)
{
	DWORD got = 0;

	if (s->pending || s->at < s->have)
		return ERR_OK;
	s->at = 0;
	s->have = 0;
	ResetEvent(s->in.hEvent);
	s->pending = true;
	if (ReadFile(s->port, s->buf, 1, &got, &s->in) || GetLastError() == ERROR_IO_PENDING)
		return ERR_OK;
	s->pending = false;
	return fail(err, "cannot read");
}

/* Reads what else the driver has by now. A failure is left to the next read, as the first byte is
 * here. */
static void fetch_rest(struct serial *s)
{
	COMSTAT state;
	DWORD errors;
	DWORD len;
	DWORD got = 0;

	if (!ClearCommError(s->port, &errors, &state) || state.cbInQue == 0)
		return;
	len = state.cbInQue < READ_SIZE - 1 ? state.cbInQue : READ_SIZE - 1;
	ResetEvent(s->in.hEvent);
	if (ReadFile(s->port, s->buf + 1, len, &got, &s->in) ||
		(GetLastError() == ERROR_IO_PENDING &&
			GetOverlappedResult(s->port, &s->in, &got, TRUE)))
		s->have += got;
}

/* Ends a read that has finished. */
static enum err_code collect(struct serial *s, struct err *err)
{
	DWORD got = 0;

	if (!GetOverlappedResult(s->port, &s->in, &got, FALSE)) {
		if (GetLastError() == ERROR_IO_INCOMPLETE)
			return ERR_OK;
		s->pending = false;
		if (GetLastError() == ERROR_TIMEOUT)
			return ERR_OK;
		return fail(err, "cannot read");
	}
	s->pending = false;
	s->have = got;
	if (got > 0)
		fetch_rest(s);
	return ERR_OK;
}

enum err_code serial_read(
	struct serial *s, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err)
{
	enum err_code rc = begin(s, err);
	size_t n;

	if (rc == ERR_OK && s->pending &&
		WaitForSingleObject(s->in.hEvent, timeout_ms) == WAIT_OBJECT_0)
		rc = collect(s, err);
	if (rc != ERR_OK)
		return rc;
	n = s->have - s->at;
	if (n > cap)
		n = cap;
	memcpy(ptr, s->buf + s->at, n);
	s->at += n;
	*got = n;
	return ERR_OK;
}

enum err_code serial_write(struct serial *s, const void *ptr, size_t len, unsigned timeout_ms,
	size_t *done, struct err *err)
{
	DWORD n = 0;

	*done = 0;
	if (len == 0)
		return ERR_OK;
	ResetEvent(s->out.hEvent);
	if (!WriteFile(s->port, ptr, (DWORD)len, &n, &s->out)) {
		if (GetLastError() != ERROR_IO_PENDING)
			return fail(err, "cannot write");
		if (WaitForSingleObject(s->out.hEvent, timeout_ms) != WAIT_OBJECT_0)
			CancelIoEx(s->port, &s->out);
		if (!GetOverlappedResult(s->port, &s->out, &n, TRUE) &&
			GetLastError() != ERROR_OPERATION_ABORTED)
			return fail(err, "cannot write");
	}
	*done = n;
	return ERR_OK;
}

enum err_code serial_drain(struct serial *s, unsigned timeout_ms, struct err *err)
{
	(void)timeout_ms; /* a write returns when the driver has sent everything */
	if (FlushFileBuffers(s->port))
		return ERR_OK;
	switch (GetLastError()) {
	case ERROR_INVALID_FUNCTION: /* the driver has no flush, and so no more to wait for */
	case ERROR_NOT_SUPPORTED:
		return ERR_OK;
	default:
		return fail(err, "cannot send");
	}
}

intptr_t serial_handle(const struct serial *s)
{
	return (intptr_t)s->in.hEvent;
}

bool serial_arm(struct serial *s)
{
	struct err err;

	/* serial_read will report this failure. */
	return begin(s, &err) != ERR_OK || s->at < s->have ||
	       WaitForSingleObject(s->in.hEvent, 0) == WAIT_OBJECT_0;
}

enum err_code serial_lines(struct serial *s, struct serial_lines *out, struct err *err)
{
	DCB dcb = {.DCBlength = sizeof dcb};
	DWORD bits;

	if (!GetCommModemStatus(s->port, &bits) || !GetCommState(s->port, &dcb))
		return fail(err, "state of the lines");
	*out = (struct serial_lines){.dtr = dcb.fDtrControl != DTR_CONTROL_DISABLE,
		.rts = dcb.fRtsControl != RTS_CONTROL_DISABLE,
		.cts = bits & MS_CTS_ON,
		.dsr = bits & MS_DSR_ON,
		.dcd = bits & MS_RLSD_ON,
		.ring = bits & MS_RING_ON};
	return ERR_OK;
}

/* By the DCB, not EscapeCommFunction, so that serial_lines and serial_configure see it. */
enum err_code serial_set_dtr(struct serial *s, bool on, struct err *err)
{
	return apply(s, &s->cfg, on ? SERIAL_ON : SERIAL_OFF, SERIAL_KEEP, err);
}

enum err_code serial_set_rts(struct serial *s, bool on, struct err *err)
{
	return apply(s, &s->cfg, SERIAL_KEEP, on ? SERIAL_ON : SERIAL_OFF, err);
}

enum err_code serial_break(struct serial *s, bool on, struct err *err)
{
	return (on ? SetCommBreak(s->port) : ClearCommBreak(s->port)) ? ERR_OK : fail(err, "BREAK");
}
