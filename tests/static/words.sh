# SPDX-License-Identifier: MIT
# Spelling.
. "$SRC/tests/static/lib/check.sh"
# hightest: the word as 2048's original program prints it; beginn, ende: words of marks that tagextract knows.
want codespell codespell
codespell --quiet-level=2 --ignore-words-list='hightest,beginn,ende,fo,te,ans,ba,nd,ot,datas,ro,clen,inout,hist,unser,sie,crate,bu' \
	*.md docs common tools include efi script cmake debian \
	--skip='*_table.c,*_tables.c,*_data.c,model_*.c,tab_*.c,*.bin,*.tsv,*.zh-CN.md,*-zh.md,*.json,*.svg,*.csv'
