// SPDX-License-Identifier: MIT
/* The game as a store, with the names that nneonneo/2048-ai (gamectrl.py, commit b8a51b5) reads:
   subscribe, move, sanitize, reset, continueAfterWin; {state, score, board[][]}. */
const query = new URLSearchParams(location.search);
const listeners = [];
let game;

function add(board) {
	const free = [];
	board.forEach((row, y) => row.forEach((cell, x) => { if (!cell) free.push({ x, y }); }));
	if (free.length === 0) return;
	const position = free[Math.floor(Math.random() * free.length)];
	board[position.y][position.x] = { position, value: Math.random() < 0.9 ? 2 : 4 };
}

function lines(direction) {
	return [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((k) => {
		const p = direction === "down" || direction === "right" ? 3 - k : k;
		return direction === "up" || direction === "down" ? [i, p] : [p, i];
	}));
}

function slid(board, direction) {
	const next = [0, 1, 2, 3].map(() => [null, null, null, null]);
	let points = 0, changed = false;
	for (const line of lines(direction)) {
		const out = [];
		let open = false;
		for (const [x, y] of line) {
			const value = board[y][x] && board[y][x].value;
			if (!value) continue;
			if (open && out[out.length - 1] === value) {
				out[out.length - 1] *= 2;
				points += 2 * value;
				open = false;
			} else {
				out.push(value);
				open = true;
			}
		}
		line.forEach(([x, y], k) => {
			if (out[k]) next[y][x] = { position: { x, y }, value: out[k] };
			changed = changed || (board[y][x] ? board[y][x].value : undefined) !== out[k];
		});
	}
	return { next, points, changed };
}

const has2048 = (board) => board.flat().some((cell) => cell && cell.value >= 2048);
const tell = () => listeners.forEach((f) => f(game));

function begin() {
	const board = [0, 1, 2, 3].map(() => [null, null, null, null]);
	const put = (x, y, value) => { board[y][x] = { position: { x, y }, value }; };
	if (query.has("win")) { put(0, 0, 1024); put(0, 1, 1024); }
	for (let n = 0; n < Number(query.get("fill") || 0); n++)
		put(n % 4, n >> 2, 2 ** (3 + ((n % 4) + 2 * (n >> 2)) % 7));
	add(board);
	add(board);
	game = { state: "fresh", score: 0, board, kept: false };
}

export const version = 1;
export const manager = {
	subscribe(f) { listeners.push(f); f(game); return () => {}; },
	sanitize: tell,
	reset() { begin(); tell(); },
	continueAfterWin() { game = { ...game, state: "playing", kept: true }; tell(); },
	move(direction) {
		if (game.state === "gameOver" || game.state === "gameWon") return;
		const { next, points, changed } = slid(game.board, direction);
		if (!changed) return;
		add(next);
		let state = "playing";
		if (has2048(next) && !game.kept) state = "gameWon";
		else if (!["up", "down", "left", "right"].some((d) => slid(next, d).changed)) state = "gameOver";
		game = { ...game, board: next, score: game.score + points, state };
		setTimeout(tell, 5); /* as a page that draws first */
	},
};
begin();
