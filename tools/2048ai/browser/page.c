/* SPDX-License-Identifier: MIT */
#include "browser/page.h"

#include <string.h>

/*
 * The line of the state is one of
 *   2048 OVER WAITING SCORE TILE*16     the page as published, or a copy
 *   store OVER WAITING SCORE TILE*16    play2048.co since it was rewritten
 *   size N      such a game on another board
 *   wait        not loaded yet          none        no game there (yet)
 *   error       the browser's own page about one that it cannot load
 *
 * As published: localStorage "gameState" holds {grid: {size, cells[x][y]}, score, over, won,
 * keepPlaying}, cells by columns, each null or {value}; it is gone when the game is over. Then the
 * tiles are in the document with classes tile-N and tile-position-X-Y, a merged tile beside the
 * two it came from: the largest at a place counts.
 *
 * Anew: a module of the page exports a store with subscribe, move, sanitize, reset and
 * continueAfterWin; its state is {state, score, board[][]}, cells null or {position: {x, y},
 * value}, state "gameOver" or "gameWon" or another (nneonneo/2048-ai, gamectrl.py of commit
 * b8a51b5, Play2048CoControl). Modules load one by one, and late, so window.biosbelt2048 keeps
 * what was found.
 */
const char page_read_script[] =
	"(function(){"
	"var d=document,c=[],i,x,y,t,s=null,o=false,m=d.querySelector('.game-message'),n=0,w=false,"
	"k=window.biosbelt2048;"
	"for(i=0;i<16;i++)c.push(0);"
	"function line(a){return [a,o?1:0,w?1:0,n].concat(c).join(' ');}"
	"if(/^(chrome-error:|about:neterror)/.test(d.documentURI))return 'error';"
	"if(m&&d.querySelector('.tile-container')){"
	"try{s=JSON.parse(window.localStorage.getItem('gameState'));}catch(e){}"
	"o=m.classList.contains('game-over');w=m.classList.contains('game-won');"
	"if(s&&s.grid&&s.grid.size===4){"
	"for(x=0;x<4;x++)for(y=0;y<4;y++){t=s.grid.cells[x][y];if(t)c[4*y+x]=t.value;}"
	"n=s.score;o=o||!!s.over;"
	"}else{"
	"if(s&&s.grid)return 'size '+s.grid.size;"
	"d.querySelectorAll('.tile').forEach(function(e){"
	"var "
	"p=/tile-position-([1-4])-([1-4])/.exec(e.className),v=/tile-([0-9]+)/.exec(e.className);"
	"if(p&&v){i=4*(p[2]-1)+(p[1]-1);c[i]=Math.max(c[i],+v[1]);}});"
	"t=d.querySelector('.score-container');"
	"if(t&&t.firstChild)n=parseInt(t.firstChild.nodeValue,10)||0;"
	"}"
	"return line('2048');}"
	"if(k&&k.game){"
	"s=k.game;o=s.state==='gameOver';w=s.state==='gameWon';n=s.score;"
	"if(s.board.length!==4)return 'size '+s.board.length;"
	"s.board.forEach(function(r){r.forEach(function(e){"
	"if(e)c[4*e.position.y+e.position.x]=e.value;});});"
	"return line('store');}"
	"if(d.readyState!=='complete'||d.documentURI==='about:blank')return 'wait';"
	"if(k){if(!k.done)return 'wait';window.biosbelt2048=undefined;return 'none';}"
	"t=[].filter.call(d.querySelectorAll('script[type=\"module\"]'),function(e){return "
	"e.src;});"
	"if(!t.length)return 'none';"
	"k=window.biosbelt2048={};"
	"(async function(){for(const e of t)for(const v of Object.values(await import(e.src)))"
	"if(v&&v.subscribe&&v.move&&v.sanitize){"
	"k.store=v;v.subscribe(function(g){k.game=g;});v.sanitize();return;}"
	"})().catch(function(){}).then(function(){k.done=true;});"
	"return 'wait';"
	"})()";

const char page_keep_script[] =
	"(function(){var k=window.biosbelt2048,b=document.querySelector('.keep-playing-button');"
	"if(k&&k.store)k.store.continueAfterWin();else if(b)b.click();"
	"return 'pressed';})()";

const char page_restart_script[] =
	"(function(){var k=window.biosbelt2048,b=document.querySelector('.restart-button')||"
	"document.querySelector('.retry-button');"
	"if(k&&k.store)k.store.reset();else if(b)b.click();"
	"return 'pressed';})()";

const char *page_move_script(enum g2048_dir dir)
{
	static const char *const scripts[4] = {
		[G2048_UP] = "(window.biosbelt2048.store.move('up'),'moved')",
		[G2048_DOWN] = "(window.biosbelt2048.store.move('down'),'moved')",
		[G2048_LEFT] = "(window.biosbelt2048.store.move('left'),'moved')",
		[G2048_RIGHT] = "(window.biosbelt2048.store.move('right'),'moved')",
	};

	return scripts[dir];
}

/* Reads one decimal number and the blank before it; false: missing, or too long. */
static bool read_number(struct cursor *c, uint64_t *out)
{
	uint64_t v = 0;
	unsigned digits = 0;
	uint8_t b = 0;

	if (cursor_u8(c) != ' ')
		return false;
	while (span_u8(c->in, c->pos, &b) && b >= '0' && b <= '9') {
		v = v * 10 + (uint64_t)(b - '0');
		c->pos++;
		if (++digits > 18)
			return false;
	}
	*out = v;
	return digits > 0;
}

static bool read_tile(struct cursor *c, uint8_t *rank)
{
	uint64_t v;
	unsigned r = 1;

	if (!read_number(c, &v))
		return false;
	while (r <= G2048_RANK_MAX && v != 1ull << r)
		r++;
	*rank = (uint8_t)(v == 0 ? 0 : r);
	return *rank <= G2048_RANK_MAX;
}

enum err_code page_parse(struct span text, struct page_state *out, struct err *err)
{
	struct cursor c = {text, 0, false};
	struct page_state s = {.store = span_starts(text, "store ", 6)};
	uint64_t over = 0, won = 0;
	bool good;

	if (span_starts(text, "size ", 5))
		return err_set(err, ERR_UNSUPPORTED, "the page's board is not 4 by 4");
	if (span_starts(text, "error", 5))
		return err_set(err, ERR_DENIED, "the browser cannot load the page");
	if (span_starts(text, "wait", 4))
		return err_set(err, ERR_BUSY, "the page does not finish loading");
	if (!s.store && !span_starts(text, "2048", 4))
		return err_set(err, ERR_NOTFOUND, "the page shows no game of 2048");
	cursor_skip(&c, s.store ? 5 : 4);
	good = read_number(&c, &over) && read_number(&c, &won) && read_number(&c, &s.score) &&
	       over <= 1 && won <= 1;
	for (unsigned i = 0; good && i < 16; i++)
		good = read_tile(&c, &s.ranks[i]);
	if (!good || c.bad || c.pos != text.len)
		return err_set(err, ERR_FORMAT, "the page's state makes no sense");
	s.over = over != 0;
	s.won = won != 0;
	*out = s;
	return ERR_OK;
}

void page_game(const struct page_state *s, struct g2048_game *out)
{
	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < 16; i++) {
		out->board |= (uint64_t)(s->ranks[i] & 15u) << (4 * i);
		out->high |= (uint16_t)((s->ranks[i] >> 4) << i);
	}
	out->score = s->score;
}

const struct page_key *page_key(enum g2048_dir dir)
{
	/* Windows virtual-key codes, which the page compares with event.which; WebDriver,
	 * section 17.4.2 (keyboard actions): the private code points of the arrows. */
	static const struct page_key keys[4] = {
		[G2048_UP] = {"ArrowUp", 38, 0xE013},
		[G2048_DOWN] = {"ArrowDown", 40, 0xE015},
		[G2048_LEFT] = {"ArrowLeft", 37, 0xE012},
		[G2048_RIGHT] = {"ArrowRight", 39, 0xE014},
	};

	return &keys[dir];
}
